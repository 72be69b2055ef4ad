import type { JsonSchema } from '@svc/functions';
import type { CompiledFunction } from '../compile/function-file.js';

/** A tool of a language model, as OpenAI's chat completions take it. */
export interface Tool {
  readonly type: 'function';
  readonly function: { readonly name: string; readonly description: string; readonly parameters: JsonSchema };
}

const MAX_NAME_LENGTH = 64;

/** The actions as tools. A name that several integrations have is told apart by its integration. */
export function toolList(functions: readonly CompiledFunction[]): Tool[] {
  const actions = functions.filter(({ kind }) => kind === 'action');
  const shared = new Set(actions.map(({ name }) => name).filter((name, index, all) => all.indexOf(name) !== index));
  return actions.flatMap(({ integration, name, descriptor }) => {
    if (descriptor.type !== 'action') return [];
    const toolName = shared.has(name) ? `${integration}_${name}`.replace(/[^a-zA-Z0-9_-]/g, '_') : name;
    const { $schema: _, ...parameters } = descriptor.input ?? { type: 'object', properties: {} };
    const tool = { name: toolName.slice(0, MAX_NAME_LENGTH), description: descriptor.description, parameters };
    return [{ type: 'function' as const, function: tool }];
  });
}

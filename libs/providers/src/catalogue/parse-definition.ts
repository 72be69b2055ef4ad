import { providerDefinitionSchema, type ProviderDefinition } from '@svc/contracts';
import { parse, YAMLParseError } from 'yaml';
import type { z } from 'zod';
import type { DefinitionProblem } from './definition-problem.js';

/** A definition, or what is wrong with the file. */
export type ParsedDefinition =
  | { readonly definition: ProviderDefinition; readonly problems?: undefined }
  | { readonly definition?: undefined; readonly problems: readonly DefinitionProblem[] };

/** Reads the YAML of one definition file and checks its shape; what fields mean together is checked later. */
export function parseDefinition(yaml: string, file: string): ParsedDefinition {
  let document: unknown;
  try {
    document = parse(yaml);
  } catch (error) {
    return { problems: [{ file, path: '', reason: yamlReason(error) }] };
  }
  const result = providerDefinitionSchema.safeParse(document);
  if (result.success) return { definition: result.data };
  return { problems: result.error.issues.map((issue) => toProblem(issue, file)) };
}

function yamlReason(error: unknown): string {
  if (!(error instanceof YAMLParseError)) return 'is not YAML';
  return `is not YAML: ${error.message.split('\n')[0] ?? error.code}`;
}

function toProblem(issue: z.core.$ZodIssue, file: string): DefinitionProblem {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    const keys = issue.keys.map((key) => `"${key}"`).join(', ');
    return { file, path: path.join('.'), reason: `${keys} is not a field of a definition here` };
  }
  return { file, path: path.join('.'), reason: issue.message };
}

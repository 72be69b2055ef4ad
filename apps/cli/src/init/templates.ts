import {
  functionCodeSchema,
  providerTemplatesResponseSchema,
  type FunctionKind,
  type ProviderTemplate,
} from '@svc/contracts';
import { CliError } from '../cli-error.js';
import type { GatewayApi } from '../gateway-api.js';
import type { Output } from '../terminal/output.js';
import { tableLines } from '../terminal/table.js';

/** The templates that the gateway has for a provider. */
export async function readTemplates(gateway: GatewayApi, provider: string): Promise<ProviderTemplate[]> {
  const path = `/providers/${encodeURIComponent(provider)}/templates`;
  return providerTemplatesResponseSchema.parse(await gateway.get(path)).data;
}

/** The TypeScript source of a template. */
export async function readTemplateCode(
  gateway: GatewayApi,
  provider: string,
  { name, type }: ProviderTemplate,
): Promise<string> {
  const path = `/providers/${encodeURIComponent(provider)}/templates/${encodeURIComponent(name)}/code?type=${type}`;
  return functionCodeSchema.parse(await gateway.get(path)).code;
}

export function showTemplates(provider: string, templates: readonly ProviderTemplate[], output: Output): void {
  if (templates.length === 0) output.line(`There is no template for the provider "${provider}".`);
  else {
    const rows = templates.map(({ type, name, description }) => [type, name, description ?? '']);
    for (const line of tableLines(['TYPE', 'NAME', 'WHAT IT DOES'], rows, output.paint)) output.line(line);
    output.line(`\nCopy one: svc create --template ${provider}/${templates[0]?.name ?? '<name>'}`);
  }
  output.result({ templates });
}

/** @throws {CliError} naming what there is, when none or several match */
export function theTemplate(
  templates: readonly ProviderTemplate[],
  { provider, name, type }: { provider: string; name: string; type: FunctionKind | undefined },
): ProviderTemplate {
  const matches = templates.filter(
    (template) => template.name === name && (type === undefined || template.type === type),
  );
  const [match, other] = matches;
  if (match && !other) return match;
  if (other)
    throw new CliError(`A sync and an action of ${provider} are both named "${name}".`, {
      code: 'ambiguous_template',
      hint: 'Pass --sync or --action.',
    });
  const names = templates.map((template) => template.name).join(', ');
  throw new CliError(`There is no template "${name}" for the provider "${provider}".`, {
    code: 'unknown_template',
    hint: names === '' ? 'The gateway has none for this provider.' : `There are: ${names}.`,
  });
}

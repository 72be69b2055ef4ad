import { environmentVariableSchema } from '@svc/contracts';
import { z } from 'zod';
import { CliError } from '../cli-error.js';
import { gatewayOf } from '../project/gateway-of.js';
import { confirm } from '../terminal/confirm.js';
import type { Output } from '../terminal/output.js';
import { readSecret } from '../terminal/read-secret.js';

export interface EnvOptions {
  readonly environment: string;
}

export type EnvSetOptions = EnvOptions;

const variablesSchema = z.array(environmentVariableSchema);
const pathOf = (name: string): string => `/environment-variables/${encodeURIComponent(name)}`;

/** `svc env list`: names; values only where they are asked for. */
export async function listVariables(
  { environment, showValues = false }: EnvOptions & { readonly showValues?: boolean },
  output: Output,
): Promise<void> {
  const variables = variablesSchema.parse(await gatewayOf(environment).get('/environment-variables'));
  if (variables.length === 0) output.line(`"${environment}" has no variables. Set one: svc env set <name>`);
  for (const { name, value } of variables) output.line(`${name}=${showValues ? value : '********'}`);
  output.result({ variables: variables.map(({ name, value }) => (showValues ? { name, value } : { name })) });
}

/** `svc env set`: the value is never shown. */
export async function setVariable(
  name: string,
  given: string | undefined,
  { environment }: EnvSetOptions,
  output: Output,
): Promise<void> {
  const gateway = gatewayOf(environment);
  const value = given ?? (await readSecret(`Value of ${name} (not shown): `));
  if (value === '')
    throw new CliError(`${name} cannot be empty: nothing was set.`, {
      code: 'invalid_options',
      hint: `To remove it: svc env unset ${name}`,
    });
  await gateway.put(pathOf(name), { value });
  output.line(`Set ${name} in "${environment}".`);
  output.result({ name });
}

/** `svc env unset`: functions do not find it any more. */
export async function unsetVariable(
  name: string,
  { environment, yes = false }: EnvOptions & { readonly yes?: boolean },
  output: Output,
): Promise<void> {
  const gateway = gatewayOf(environment);
  if (!yes && !(await confirm(`Remove ${name} from "${environment}"?`)))
    throw new CliError('Nothing was removed.', { code: 'declined' });
  await gateway.delete(pathOf(name));
  output.line(`Removed ${name} from "${environment}".`);
  output.result({ name });
}

import { functionEndpointSchema } from '@svc/contracts';
import type { Diagnostic } from '@svc/compile';
import { findText } from './find-text.js';
import type { CompiledFunction } from './function-file.js';

/** What is wrong between functions, though each of them is right. */
export function checkProject(functions: readonly CompiledFunction[]): Diagnostic[] {
  return [...sharedModels(functions), ...sharedEndpoints(functions)];
}

/** Two syncs of one integration that write the same model share its cache, and each deletes what the other saved. */
function sharedModels(functions: readonly CompiledFunction[]): Diagnostic[] {
  const claims = functions.flatMap((entry) =>
    entry.descriptor.type === 'sync'
      ? Object.keys(entry.descriptor.models).map((model) => ({
          entry,
          key: `${entry.integration}\0${model}`,
          text: model,
        }))
      : [],
  );
  return laterClaims(claims).map(({ entry, text, first }) => ({
    severity: 'warning',
    file: entry.file,
    ...findText(entry.ts, text),
    message: `The model "${text}" is also written by the sync "${first.name}": both share one cache`,
  }));
}

function sharedEndpoints(functions: readonly CompiledFunction[]): Diagnostic[] {
  const claims = functions.flatMap((entry) =>
    entry.descriptor.type === 'on-event'
      ? []
      : entry.descriptor.endpoints.flatMap((endpoint) => {
          const { data } = functionEndpointSchema.safeParse(endpoint);
          const text = `${data?.method} ${data?.path}`;
          return data ? [{ entry, key: `${entry.integration}\0${text}`, text, path: data.path }] : [];
        }),
  );
  return laterClaims(claims).map(({ entry, text, path, first }) => ({
    severity: 'error',
    file: entry.file,
    ...findText(entry.ts, path),
    message: `The endpoint ${text} is also that of "${first.name}": change one of the two`,
  }));
}

interface Claim {
  readonly entry: CompiledFunction;
  readonly key: string;
}

/** Everyone who claims what someone before them has. */
function laterClaims<T extends Claim>(claims: readonly T[]): (T & { first: CompiledFunction })[] {
  const owners = new Map<string, CompiledFunction>();
  return claims.flatMap((claim) => {
    const first = owners.get(claim.key);
    if (!first) owners.set(claim.key, claim.entry);
    return first && first !== claim.entry ? [{ ...claim, first }] : [];
  });
}

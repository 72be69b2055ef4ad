import type { ProviderDefinition } from '@svc/contracts';
import type { CatalogueDefinitions } from '../catalogue/catalogue-definitions.js';
import { parseTemplate } from '../interpolation/parse-template.js';
import type { Segment } from '../interpolation/template.js';
import type { CatalogueProblem } from './check-names.js';

/**
 * Files that reach the same addresses in the same way: one of them is superfluous, unless it says that the addresses are
 * shared on purpose. Aliases and addresses that somebody types in are left alone.
 */
export function checkDuplicates(definitions: CatalogueDefinitions): CatalogueProblem[] {
  const groups = new Map<string, string[]>();
  for (const [name, definition] of definitions) {
    const key = definition.alias === undefined ? addressesOf(definition) : undefined;
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), name]);
  }
  return [...groups.values()].flatMap(([first = '', ...others]) =>
    others
      .filter((name) => !mayShare(definitions, name, first))
      .map((name) => ({
        name,
        path: 'proxy.base_url',
        reason: `has the addresses of "${first}": make one of them an alias, or say shares_endpoints_with`,
      })),
  );
}

const mayShare = (definitions: CatalogueDefinitions, a: string, b: string): boolean =>
  (definitions.get(a)?.shares_endpoints_with?.includes(b) ?? false) ||
  (definitions.get(b)?.shares_endpoints_with?.includes(a) ?? false);

function addressesOf(definition: ProviderDefinition): string | undefined {
  const { auth_mode: mode, authorization_url: authorize, token_url: token, proxy } = definition;
  const base = proxy?.base_url;
  if (base === undefined || isTypedIn(base, definition)) return undefined;
  const tokens = typeof token === 'object' ? Object.values(token) : [token];
  return JSON.stringify([mode, ...[authorize, ...tokens, base].map((url) => url && describe(url, definition))]);
}

/** Whether somebody types the whole host in. */
function isTypedIn(url: string, definition: ProviderDefinition): boolean {
  const described = describe(url, definition);
  return /^(https?:\/\/)?\*/.test(described);
}

/** The address with what its placeholders may be; `*` for anything. */
const describe = (url: string, definition: ProviderDefinition): string =>
  parseTemplate(url)
    .alternatives.map((sequence) => sequence.map((segment) => possible(segment, definition)).join(''))
    .join(' || ');

function possible(segment: Segment, { connection_config: fields }: ProviderDefinition): string {
  if (typeof segment === 'string') return segment;
  if (segment.kind !== 'variable' || segment.source !== 'connectionConfig') return `(${segment.raw})`;
  const field = fields?.[segment.path[0] ?? ''];
  return field?.enum ? `(${field.enum.join('|')})` : field?.pattern ? `(${field.pattern})` : '*';
}

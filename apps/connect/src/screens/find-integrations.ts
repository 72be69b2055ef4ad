import type { Integration } from '@svc/contracts';

/** Those whose name, provider or key has every word of the query, the best first: names that begin with it. */
export function findIntegrations(integrations: readonly Integration[], query: string): Integration[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  const whole = words.join(' ');
  return integrations
    .filter(({ display_name: name, provider, unique_key: key }) => {
      const haystack = fold(`${name} ${provider} ${key}`);
      return words.every((word) => haystack.includes(word));
    })
    .sort((a, b) => Number(beginsWith(b, whole)) - Number(beginsWith(a, whole)));
}

function beginsWith({ display_name: name }: Integration, query: string): boolean {
  return query !== '' && fold(name).startsWith(query);
}

/** Without case and accents: `élan` is found by `Elan`. */
function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

import type { Provider } from '@svc/contracts';

const CONFIDENCES = ['verified', 'documented', 'recalled'] as const;

/** The catalogue as a page of the documentation, in Markdown. Every provider stands in its first category. */
export function cataloguePage(providers: readonly Provider[]): string {
  const byCategory = Map.groupBy(providers, ({ categories }) => categories?.[0] ?? 'other');
  const categories = [...byCategory.keys()].sort();
  return `${[
    '# Providers',
    '',
    '<!-- Made from libs/providers/definitions by `npm run generate`. -->',
    '',
    `The gateway knows ${providers.length} providers. Where each fact comes from stands in the provider's own file, under \`source\`;`,
    'one that is missing here is added in ten minutes: [Add a provider](../guides/add-a-provider.md).',
    '',
    '| Confidence | Providers | Meaning |',
    '| --- | ---: | --- |',
    ...CONFIDENCES.map((name) => `| ${name} | ${count(providers, name)} | ${MEANINGS[name]} |`),
    '',
    '## By category and auth mode',
    '',
    ...summary(byCategory, categories),
    '',
    ...categories.flatMap((category) => section(category, byCategory.get(category) ?? [])),
  ]
    .join('\n')
    .trimEnd()}\n`;
}

const MEANINGS: Readonly<Record<(typeof CONFIDENCES)[number], string>> = {
  verified: 'The definition ran against the service.',
  documented:
    "Read in the provider's documentation, or in code that names its addresses; what was not is marked in the file.",
  recalled: 'Written from memory. Try it before you rely on it.',
};

const count = (providers: readonly Provider[], name: string): number =>
  providers.filter(({ confidence }) => confidence === name).length;

function summary(byCategory: ReadonlyMap<string, readonly Provider[]>, categories: readonly string[]): string[] {
  const all = [...byCategory.values()].flat();
  const modes = [...Map.groupBy(all, ({ auth_mode: mode }) => mode)]
    .sort(([a, x], [b, y]) => y.length - x.length || a.localeCompare(b))
    .map(([mode]) => mode);
  const row = (name: string, providers: readonly Provider[]): string => {
    const counts = modes.map((mode) => providers.filter((provider) => provider.auth_mode === mode).length || '');
    return `| ${[name, providers.length, ...counts].join(' | ')} |`;
  };
  return [
    `| Category | All | ${modes.join(' | ')} |`,
    `| --- |${' ---: |'.repeat(modes.length + 1)}`,
    ...categories.map((category) => row(`[${category}](#${category})`, byCategory.get(category) ?? [])),
    row('**All**', all),
  ];
}

const section = (category: string, providers: readonly Provider[]): string[] => [
  `## ${category}`,
  '',
  '| Provider | Name | Auth mode | Confidence | Other categories |',
  '| --- | --- | --- | --- | --- |',
  ...[...providers]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, display_name: title, docs, auth_mode: mode, confidence = '', categories = [] }) => {
      const cells = [`[${escaped(title)}](${docs})`, `\`${name}\``, mode, confidence, categories.slice(1).join(', ')];
      return `| ${cells.join(' | ')} |`;
    }),
  '',
];

const escaped = (text: string): string => text.replace(/[\\|[\]]/g, (char) => `\\${char}`);

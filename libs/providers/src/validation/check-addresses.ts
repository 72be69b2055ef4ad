import type { ProviderDefinition } from '@svc/contracts';
import { parseTemplate } from '../interpolation/parse-template.js';
import type { Segment, Sequence } from '../interpolation/template.js';
import type { FieldProblem } from './field-problem.js';
import { templateTexts } from './template-texts.js';

/** Addresses that are not https, and hosts that take a value which nothing restricts. */
export function checkAddresses(definition: ProviderDefinition, { allowHttp }: { allowHttp: boolean }): FieldProblem[] {
  const urls = templateTexts(definition).filter(({ isUrl }) => isUrl);
  return [
    ...checkDocs(definition),
    ...urls.flatMap(({ path, text }) =>
      parseTemplate(text).alternatives.flatMap((sequence) =>
        [
          ...checkScheme(sequence, allowHttp),
          ...checkHost(sequence, definition),
          ...checkForm(sequence, path.endsWith('base_url')),
        ].map((reason) => ({ path, reason })),
      ),
    ),
  ];
}

function checkDocs(definition: ProviderDefinition): FieldProblem[] {
  return (['docs', 'docs_connect', 'setup_guide_url'] as const).flatMap((path) => {
    const address = definition[path];
    const isAddress = address === undefined || (address.startsWith('https://') && URL.canParse(address));
    return isAddress ? [] : [{ path, reason: 'must be an https:// address' }];
  });
}

/** What is left to see once every placeholder has a harmless value. */
function checkForm(sequence: Sequence, isBase: boolean): string[] {
  const filled = sequence.map((segment, index) => sampleOf(segment, index === 0)).join('');
  // Another scheme is reported as such.
  if (!/^https?:/.test(filled)) return [];
  const url = URL.canParse(filled) ? new URL(filled) : undefined;
  if (!url || /[\s\\]/.test(filled)) return ['is not an address'];
  if (url.username || url.password) return ['must not contain credentials'];
  if (/\/\//.test(url.pathname)) return ['has two slashes in a row'];
  if (!isBase) return [];
  if (url.search || url.hash) return ['must have neither query nor fragment: paths are appended to it'];
  return filled.endsWith('/') ? ['must not end in a slash: paths start with one'] : [];
}

function sampleOf(segment: Segment, isFirst: boolean): string {
  if (typeof segment === 'string') return segment;
  return isFirst ? 'https://x.test' : 'x';
}

function checkScheme([first]: Sequence, allowHttp: boolean): string[] {
  if (typeof first !== 'string') return [];
  if (first.startsWith('https://') || (allowHttp && first.startsWith('http://'))) return [];
  return ['must start with https:// or with a placeholder for a whole address'];
}

/** Whoever may fill in a host freely decides where credentials are sent. */
function checkHost(sequence: Sequence, definition: ProviderDefinition): string[] {
  const reasons: string[] = [];
  let before = '';
  for (const segment of sequence) {
    if (typeof segment === 'string') {
      before += segment;
    } else {
      const isHost = /^(https?:\/\/[^/?#]*)?$/.test(before);
      if (isHost && segment.kind === 'variable' && segment.source === 'connectionConfig') {
        const field = definition.connection_config?.[segment.path[0] ?? ''];
        const isFree = field && !field.pattern && !field.format && !field.enum;
        if (isFree) reasons.push(`${segment.raw} decides the host, so its field needs a pattern, format or enum`);
      }
      before += 'x';
    }
  }
  return reasons;
}

import type { ProviderDefinition } from '@svc/contracts';
import { parseTemplate } from '../interpolation/parse-template.js';
import type { Sequence } from '../interpolation/template.js';
import type { FieldProblem } from './field-problem.js';
import { templateTexts } from './template-texts.js';

/** Addresses that are not https, and hosts that take a value which nothing restricts. */
export function checkAddresses(definition: ProviderDefinition, { allowHttp }: { allowHttp: boolean }): FieldProblem[] {
  const urls = templateTexts(definition).filter(({ isUrl }) => isUrl);
  return [
    ...checkDocs(definition),
    ...urls.flatMap(({ path, text }) =>
      parseTemplate(text).alternatives.flatMap((sequence) =>
        [...checkScheme(sequence, allowHttp), ...checkHost(sequence, definition)].map((reason) => ({ path, reason })),
      ),
    ),
  ];
}

function checkDocs({ docs }: ProviderDefinition): FieldProblem[] {
  const isAddress = docs === undefined || (docs.startsWith('https://') && URL.canParse(docs));
  return isAddress ? [] : [{ path: 'docs', reason: 'must be an https:// address' }];
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

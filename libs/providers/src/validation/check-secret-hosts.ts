import type { AuthMode, ProviderDefinition } from '@svc/contracts';
import { validateInputValue } from '../inputs/validate-input-value.js';
import { parseTemplate } from '../interpolation/parse-template.js';
import type { Segment, Sequence, VariableSegment } from '../interpolation/template.js';
import type { FieldProblem } from './field-problem.js';
import { templateTexts } from './template-texts.js';

/** Modes that prove the integration's own app to the addresses of the definition. */
const APP_MODES: ReadonlySet<AuthMode | undefined> = new Set<AuthMode>([
  'OAUTH2',
  'OAUTH1',
  'APP',
  'CUSTOM',
  'MCP_OAUTH2',
]);

const isProxy = (path: string): boolean => path.startsWith('proxy.');

/**
 * Addresses whose host an end user could choose although the integration's secret is sent there: whoever may connect an
 * account would learn it. The developer may choose it (`integration_config`), the definition may (a fixed address, or an
 * `enum`), and an end user may choose one label below a fixed domain.
 */
export function checkSecretHosts(definition: ProviderDefinition): FieldProblem[] {
  const texts = templateTexts(definition);
  const secrets = ['clientSecret', ...secretSettings(definition)];
  const usesSecret = (inProxy: boolean): boolean =>
    texts.some(({ path, text }) => isProxy(path) === inProxy && secrets.some((secret) => text.includes(secret)));
  const tokensGetIt = APP_MODES.has(definition.auth_mode) || usesSecret(false);
  const proxyGetsIt = usesSecret(true);
  return texts
    .filter(({ path, isUrl }) => isUrl && (isProxy(path) ? proxyGetsIt : tokensGetIt))
    .flatMap(({ path, text }) =>
      parseTemplate(text).alternatives.flatMap((sequence) => {
        const free = freeHost(sequence, definition);
        return free === undefined ? [] : [{ path, reason: reasonFor(free) }];
      }),
    );
}

/** What the developer keeps from end users beside the app's own secret. */
const secretSettings = ({ integration_config: fields = {} }: ProviderDefinition): string[] =>
  Object.keys(fields)
    .filter((name) => fields[name]?.secret)
    .map((name) => `integrationConfig.${name}`);

const reasonFor = (placeholder: string): string =>
  `${placeholder} decides the host that gets the integration's secret: take it from integration_config, give its field an enum, or a pattern that matches one label below a fixed domain`;

/** The placeholder by which somebody else than the developer chooses the host. */
function freeHost(sequence: Sequence, definition: ProviderDefinition): string | undefined {
  let before = '';
  for (const [index, segment] of sequence.entries()) {
    if (typeof segment === 'string') {
      before += segment;
      if (/^https?:\/\/[^/?#]*[/?#]/.test(before)) return undefined;
      continue;
    }
    if (segment.kind !== 'variable' || !isRestricted(segment, sequence.slice(index + 1), definition))
      return segment.raw;
    // A placeholder at the very beginning is a whole address.
    before += before === '' ? 'https://x' : 'x';
  }
  return undefined;
}

function isRestricted({ source, path }: VariableSegment, rest: Sequence, definition: ProviderDefinition): boolean {
  const [name = ''] = path;
  if (source === 'integrationConfig' || (source === 'named' && name === 'appLink')) return true;
  const field = source === 'connectionConfig' ? definition.connection_config?.[name] : undefined;
  // A value that no field restricts, such as one that comes back with a callback, was checked by nobody.
  if (!field) return false;
  const isOneLabel = MORE_THAN_A_LABEL.every((value) => validateInputValue(field, value) !== undefined);
  return field.enum !== undefined || (isOneLabel && endsInFixedDomain(rest));
}

/** A field that takes one of these could lead elsewhere. */
const MORE_THAN_A_LABEL = [
  'a.b',
  'evil.test',
  'a/b',
  'a@b',
  'a:1',
  'a?b',
  'a#b',
  'a\\b',
  'a%2eb',
  'https://evil.test/',
  'http://evil.test',
  'https://evil.test?',
];

/** Below these, anybody may have a domain. */
const PUBLIC_SUFFIX = /^\.(ac|co|com|edu|gov|net|ne|or|org)\.[a-z]{2}$/;

function endsInFixedDomain(rest: Sequence): boolean {
  const text = rest.map((segment: Segment) => (typeof segment === 'string' ? segment : '$')).join('');
  const domain = text.split(/[:/?#]/, 1)[0] ?? '';
  return /\.[a-z0-9-]+\.[a-z]{2,}$/.test(domain) && !PUBLIC_SUFFIX.test(domain);
}

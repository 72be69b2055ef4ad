import type { InputField, InputFields, Provider } from '@svc/contracts';
import fc from 'fast-check';
import { generateKeyPairSync } from 'node:crypto';
import { credentialFieldsOf } from '../../auth-modes/typed-in/default-fields.js';

const encoding = { type: 'pkcs8', format: 'pem' } as const;
/** RSA, as PEM. */
export const APP_KEY = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export(encoding).toString();
const EC_KEY = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export(encoding).toString();

const BY_FORMAT: Readonly<Record<NonNullable<InputField['format']>, string>> = {
  hostname: 'host.entered.test',
  uri: 'https://uri.entered.test',
  uuid: '11223344-a1b2-4b33-8444-def123456789',
  email: 'ada@entered.test',
};

/** A value that the field takes: the example where there is one, else one made from its rules. */
function sampleOf(name: string, { enum: values, example, default_value, format, pattern }: InputField): string {
  const given = example ?? default_value ?? values?.[0] ?? (format && BY_FORMAT[format]);
  if (given !== undefined) return given;
  if (pattern === undefined) return `ENTERED-${name}`;
  const [made = ''] = fc.sample(fc.stringMatching(new RegExp(`^(?:${pattern})$`, 'u')), { seed: 7, numRuns: 1 });
  return made;
}

/** What somebody enters who fills in everything. */
export const entered = (fields: InputFields = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, sampleOf(name, field)]));

/** Credentials to type in; a field that tokens are signed with holds a key of the right kind. */
export function typedIn(provider: Provider): Record<string, string> {
  const { token, assertion, signature } = provider;
  const signingKey = token?.signing_key ?? assertion?.signing_key ?? '';
  const keyName = /credentials\.(\w+)/.exec(signingKey)?.[1];
  const values = entered(credentialFieldsOf(provider));
  if (keyName === undefined || signature?.protocol === 'HMAC') return values;
  return { ...values, [keyName]: signature?.protocol === 'EC' ? EC_KEY : APP_KEY };
}

/** The same for what is used once. */
export function usedOnce({ assertion, assertion_option: fields }: Provider): Record<string, string> {
  const keyName = /assertionOption\.(\w+)/.exec(assertion?.signing_key ?? '')?.[1];
  return { ...entered(fields), ...(keyName && { [keyName]: APP_KEY }) };
}

/** Values that a provider answers at these paths: whole addresses where one is needed, else a name. */
export function answeredValues(provider: Provider, paths: readonly string[] = []): Record<string, string> {
  const text = JSON.stringify(provider);
  return Object.fromEntries(
    paths.map((path) => {
      const field = provider.connection_config?.[path];
      const isAddress = text.includes(`"\${connectionConfig.${path}}`);
      return [path, field ? sampleOf(path, field) : isAddress ? 'https://answered.test' : 'answered'];
    }),
  );
}

/** An object with values at dot paths. */
export function objectWith(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const root: Record<string, any> = {};
  for (const [path, value] of Object.entries(values)) {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    let node = root;
    for (const key of keys) node = node[key] ??= {};
    node[last] = value;
  }
  return root;
}

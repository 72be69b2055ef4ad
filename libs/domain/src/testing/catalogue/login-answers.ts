import type { Provider } from '@svc/contracts';
import type { DoubleAnswer } from './provider-double.js';
import { objectWith } from './sample-values.js';
import { TOKEN, tokenAnswer } from './token-requests.js';

/** What the provider answers to a login that follows its definition, a request each. */
export function loginAnswers(
  provider: Provider,
  captured: Readonly<Record<string, string>>,
  { isRefresh = false } = {},
): readonly DoubleAnswer[] {
  switch (provider.auth_mode) {
    case 'OAUTH2_CC':
      return [{ body: tokenAnswer(provider, captured) }];
    case 'BILL':
      return [{ body: { sessionId: TOKEN, userId: 'u', organizationId: 'o' } }];
    case 'TWO_STEP':
      return twoStepAnswers(provider, captured, isRefresh && provider.refresh_token_params !== undefined);
    case 'AWS_SIGV4':
      return [{ body: ASSUMED_ROLE, headers: { 'content-type': 'text/xml' } }];
    default:
      return [];
  }
}

function twoStepAnswers(
  provider: Provider,
  captured: Readonly<Record<string, string>>,
  isRefresh: boolean,
): readonly DoubleAnswer[] {
  const { token_response: response, additional_steps: steps = [], token_response_headers: names = [] } = provider;
  const last = {
    ...captured,
    ...(response && { [response.token]: TOKEN }),
    ...(response?.token_expiration && {
      [response.token_expiration]: response.token_expiration_strategy === 'expireAt' ? '2099-01-01T00:00:00Z' : 3600,
    }),
    ...(response?.refresh_token && { [response.refresh_token]: 'THE-REFRESH-TOKEN' }),
  };
  const isXml = provider.body_format === 'xml';
  const answer = (values: Readonly<Record<string, unknown>>): DoubleAnswer => {
    const inBody = Object.entries(values).filter(([path]) => !path.startsWith('headers.'));
    const headers = Object.fromEntries(
      [
        ...names.map((name) => [name, 'KEPT']),
        ...Object.entries(values).filter(([path]) => path.startsWith('headers.')),
      ].map(([name, value]) => [String(name).replace('headers.', ''), String(value)]),
    );
    const body = objectWith(Object.fromEntries(inBody));
    return isXml
      ? { body: xmlOf(body), headers: { ...headers, 'content-type': 'application/xml' } }
      : { body, headers };
  };
  if (isRefresh) return [answer(last)];
  // Earlier answers hold whatever later steps refer to.
  const text = JSON.stringify(provider);
  const earlier = steps.map((_, index) =>
    answer(
      Object.fromEntries(
        [...text.matchAll(new RegExp(`\\$\\{step${index + 1}\\.([\\w.-]+)\\}`, 'g'))].map(([, path = '']) => [
          path,
          'STEP',
        ]),
      ),
    ),
  );
  return [...earlier, answer(last)];
}

const xmlOf = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(([name, inner]) => `<${name}>${xmlOf(inner)}</${name}>`)
        .join('')
    : String(value);

const ASSUMED_ROLE = `<AssumeRoleResponse><AssumeRoleResult><Credentials><AccessKeyId>ASIAENTERED</AccessKeyId>
<SecretAccessKey>secret</SecretAccessKey><SessionToken>session</SessionToken><Expiration>2099-01-01T00:00:00Z</Expiration>
</Credentials></AssumeRoleResult></AssumeRoleResponse>`;

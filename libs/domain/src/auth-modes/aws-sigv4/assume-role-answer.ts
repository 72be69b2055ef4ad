import { parseMoment } from '@svc/contracts';
import type { JsonAnswer } from '@svc/http';
import { tokenText, valueAt } from '../tokens/token-answer.js';
import { TokenFailure, type TokenFailureKind } from '../tokens/token-failure.js';
import { readXml } from '../xml/xml-text.js';

/** Temporary credentials of a role. */
export interface AssumedRole {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
  readonly expiresAt: Date;
  readonly raw: Readonly<Record<string, unknown>>;
}

const CREDENTIALS = 'AssumeRoleResponse.AssumeRoleResult.Credentials';

/** @throws TokenFailure */
export function readAssumedRole(answer: JsonAnswer, externalId: string | undefined): AssumedRole {
  const body = readXml(answer.text);
  const text = (name: string) => tokenText(valueAt(body, `${CREDENTIALS}.${name}`));
  const [accessKeyId, secretAccessKey, sessionToken] = ['AccessKeyId', 'SecretAccessKey', 'SessionToken'].map(text);
  const expiresAt = parseMoment(text('Expiration'));
  if (answer.status !== 200 || !body || !accessKeyId || !secretAccessKey || !sessionToken || !expiresAt)
    throw refusal(answer.status, body, externalId);
  return { accessKeyId, secretAccessKey, sessionToken, expiresAt, raw: body };
}

/** Codes that speak about the key of the integration, not about the role (AWS STS API, "Common errors"). */
const OPERATORS_FAULT: ReadonlySet<string> = new Set([
  'InvalidClientTokenId',
  'SignatureDoesNotMatch',
  'IncompleteSignature',
  'MissingAuthenticationToken',
  'OptInRequired',
  'RegionDisabledException',
  'RequestExpired',
]);

/**
 * `AccessDenied` is all that AWS says when a role does not trust the integration's key, is gone, or may not be assumed by
 * it for the moment, so it is never taken for the end of a connection.
 */
function refusal(status: number, body: AssumedRole['raw'] | undefined, externalId: string | undefined): TokenFailure {
  const code = tokenText(valueAt(body, 'ErrorResponse.Error.Code'));
  const description = tokenText(valueAt(body, 'ErrorResponse.Error.Message'))?.slice(0, 300);
  const kind = kindOf(status, code);
  const said = [status, code].filter(Boolean).join(' ');
  const shown = { status, ...(code && { error: code }) };
  if (code !== 'AccessDenied') {
    const answer = { ...shown, ...(description && { description }) };
    return new TokenFailure(kind, `AWS answered ${said} and gave no credentials.`, answer);
  }
  const condition = externalId === undefined ? '' : ` with the external id "${externalId}"`;
  const advice = `the role's trust policy must allow sts:AssumeRole to this service's AWS account${condition}`;
  return new TokenFailure(kind, `AWS answered ${said}: ${advice}.`, { ...shown, description: advice });
}

function kindOf(status: number, code: string | undefined): TokenFailureKind {
  if (status === 429 || code?.startsWith('Throttling')) return 'throttled';
  if (code !== undefined && OPERATORS_FAULT.has(code)) return 'misconfigured';
  return status < 500 && code !== undefined ? 'auth_transient' : 'provider_down';
}

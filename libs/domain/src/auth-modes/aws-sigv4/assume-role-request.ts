import type { Provider } from '@svc/contracts';
import type { JsonRequest } from '@svc/http';
import { interpolateUrl, signAwsSigV4, type InterpolationContext } from '@svc/providers';
import { tokenUrlOf } from '../oauth2/token-url.js';
import type { OperatorKey } from './operator-key.js';

/** Whom to become. */
export interface RoleRequest {
  readonly roleArn: string;
  readonly externalId: string | undefined;
  /** Shown in the account's own logs. */
  readonly sessionName: string;
}

const CONTENT_TYPE = 'application/x-www-form-urlencoded; charset=utf-8';

/** A signed `AssumeRole` request for the Security Token Service. */
export function assumeRoleRequest(address: string, role: RoleRequest, key: OperatorKey, now = new Date()): JsonRequest {
  const body = new URLSearchParams({
    Action: 'AssumeRole',
    Version: '2011-06-15',
    RoleArn: role.roleArn,
    RoleSessionName: role.sessionName.replaceAll(/[^\w+=,.@-]/g, '-').slice(0, 64),
    ...(role.externalId !== undefined && { ExternalId: role.externalId }),
  }).toString();
  const url = new URL(address);
  const headers = { 'content-type': CONTENT_TYPE };
  const { accessKeyId, secretAccessKey, region } = key;
  const signature = signAwsSigV4({
    method: 'POST',
    url,
    headers,
    body,
    accessKeyId,
    secretAccessKey,
    region,
    service: 'sts',
    now,
  });
  return { method: 'POST', url: url.href, headers: { ...headers, accept: 'text/xml', ...signature }, body };
}

/** Where the service is: as the definition says, else at Amazon's own address for the region. */
export function stsAddress(provider: Provider, context: InterpolationContext, { region }: OperatorKey): string {
  const template = tokenUrlOf(provider, 'AWS_SIGV4');
  if (template !== undefined) return interpolateUrl(template, context);
  return `https://sts.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}/`;
}

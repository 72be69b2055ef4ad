import { randomBytes } from 'node:crypto';
import { text, type Answer } from './answer.js';
import { awsAuthorizationOf, isAwsSigned } from './aws-signature.js';
import type { ReceivedRequest } from './received-request.js';
import type { Protocol, Route } from './route.js';

interface Session {
  readonly secret: string;
  readonly token: string;
  readonly expiresAt: number;
}

const MAX_CLOCK_SKEW_MS = 300_000;

/** AWS: `AssumeRole` of the Security Token Service at `/sts`, and requests signed with what it gave. */
export class AwsAccount implements Protocol {
  /** The key of whoever runs the gateway. */
  readonly operator = { accessKeyId: 'AKIAOPERATOR', secretAccessKey: 'operator/secret+key' };
  readonly roleArn = 'arn:aws:iam::123456789012:role/integration';
  /** Who may assume the role; anybody when undefined. */
  externalId: string | undefined;
  sessionLifeMs = 3_600_000;
  private readonly sessions = new Map<string, Session>();

  readonly routes: readonly Route[] = [
    { method: '*', path: '/sts', handle: (request) => this.sts(request) },
    { method: '*', path: '/sts/', handle: (request) => this.sts(request) },
  ];

  identify(request: ReceivedRequest): string | undefined {
    const authorization = awsAuthorizationOf(request);
    const session = authorization && this.sessions.get(authorization.accessKeyId);
    const isAlive = session && session.expiresAt > Date.now() && isInTime(request);
    if (!isAlive || request.headers['x-amz-security-token'] !== session.token) return undefined;
    return isAwsSigned(request, authorization, session.secret) ? 'aws' : undefined;
  }

  private sts(request: ReceivedRequest): Answer {
    const authorization = awsAuthorizationOf(request);
    if (authorization?.accessKeyId !== this.operator.accessKeyId)
      return failure(403, 'InvalidClientTokenId', 'The security token included in the request is invalid.');
    const isSigned =
      isInTime(request) &&
      authorization.service === 'sts' &&
      isAwsSigned(request, authorization, this.operator.secretAccessKey);
    if (!isSigned)
      return failure(403, 'SignatureDoesNotMatch', 'The request signature we calculated does not match yours.');
    return this.assumeRole({ ...request.query, ...request.fields });
  }

  private assumeRole(asked: Readonly<Record<string, string>>): Answer {
    const { Action, RoleArn = '', ExternalId, RoleSessionName = '' } = asked;
    if (Action !== 'AssumeRole') return failure(400, 'InvalidAction', `Could not find operation ${Action}.`);
    if (!/^[\w+=,.@-]{2,64}$/.test(RoleSessionName))
      return failure(400, 'ValidationError', 'Value at roleSessionName failed to satisfy constraint.');
    const isAllowed = RoleArn === this.roleArn && (this.externalId === undefined || this.externalId === ExternalId);
    if (!isAllowed) return failure(403, 'AccessDenied', `Not authorized to perform: sts:AssumeRole on ${RoleArn}`);
    return this.newSession(RoleArn, RoleSessionName);
  }

  private newSession(arn: string, name: string): Answer {
    const id = `ASIA${randomBytes(8).toString('hex').toUpperCase()}`;
    const expiresAt = Date.now() + this.sessionLifeMs;
    const session = {
      secret: randomBytes(20).toString('base64'),
      token: randomBytes(60).toString('base64'),
      expiresAt,
    };
    this.sessions.set(id, session);
    return text(
      200,
      `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult>
  <AssumedRoleUser><Arn>${arn}/${name}</Arn><AssumedRoleId>AROA123:${name}</AssumedRoleId></AssumedRoleUser>
  <Credentials>
    <AccessKeyId>${id}</AccessKeyId>
    <SecretAccessKey>${session.secret}</SecretAccessKey>
    <SessionToken>${session.token}</SessionToken>
    <Expiration>${new Date(expiresAt).toISOString().replace(/\.\d+/, '')}</Expiration>
  </Credentials>
</AssumeRoleResult><ResponseMetadata><RequestId>c6104cbe</RequestId></ResponseMetadata></AssumeRoleResponse>`,
      'text/xml',
    );
  }
}

function isInTime({ headers }: ReceivedRequest): boolean {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(String(headers['x-amz-date'])) ?? [];
  const [year = 0, month = 0, day, hour, minute, second] = parts.map(Number);
  return Math.abs(Date.UTC(year, month - 1, day, hour, minute, second) - Date.now()) < MAX_CLOCK_SKEW_MS;
}

const failure = (status: number, code: string, message: string): Answer =>
  text(
    status,
    `<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error><RequestId>c6104cbe</RequestId></ErrorResponse>`,
    'text/xml',
  );

import { Injectable } from '@nestjs/common';
import { satisfiesScope } from '@svc/contracts';
import { ConnectSessionLookup, isMeantAsSessionToken, KeyAuthenticator, type Caller } from '@svc/domain';
import { AppError } from '@svc/errors';
import type { FastifyRequest } from 'fastify';
import type { AccessRule } from './access.decorator.js';
import { isOfKind, neededBy, refusalOf } from './caller-kind.js';
import { checkQuery } from './query-parser.js';
import { sessionTokenIn } from './session-token-in.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the request has been authenticated. */
    caller?: Caller;
  }
}

/** Authenticates a request and checks a rule. */
@Injectable()
export class RequestAuthorizer {
  constructor(
    private readonly keys: KeyAuthenticator,
    private readonly sessions: ConnectSessionLookup,
  ) {}

  /** @throws {AppError} 401 when the key is missing or unknown. */
  async authenticate(request: FastifyRequest, rule: AccessRule): Promise<Caller> {
    if (rule.kind === 'session' && rule.from === 'query') {
      // A query that could not be read must not look like one without a token.
      checkQuery(request.query);
      return await this.sessions.authenticate(sessionTokenIn(request.query), rule.graceMs);
    }
    const key = keyOf(request);
    if (!isMeantAsSessionToken(key)) return await this.keys.authenticate(key);
    return await this.sessions.authenticate(key, rule.kind === 'session' ? rule.graceMs : undefined);
  }

  /** @throws {AppError} 403 when the key is of the wrong kind or lacks the scope. */
  authorize(caller: Caller, rule: AccessRule): void {
    if (rule.kind === 'public') return;
    if (!isOfKind(caller, rule)) {
      const given = caller.kind === 'session' ? 'the token of a connect session' : `a key of an ${caller.kind}`;
      throw new AppError(refusalOf(caller, rule), `This route needs ${neededBy(rule)}, not ${given}.`);
    }
    if (rule.kind === 'session' || caller.kind === 'session') return;
    if (rule.anyOf.length > 0 && !rule.anyOf.some((scope) => satisfiesScope(caller.scopes, scope))) {
      throw new AppError('forbidden', `The key lacks the scope ${rule.anyOf.join(' or ')}: use a key that has it.`);
    }
  }
}

/** Names of schemes have no case (RFC 9110, section 11.1). */
const SCHEME = /bearer /i;

/** The text after the last `Bearer `, or the whole header when it has none (wire contract, section 1). */
function keyOf(request: FastifyRequest): string {
  const header = request.headers.authorization;
  if (header === undefined) {
    throw new AppError('missing_auth_header', 'Send the secret key as "Authorization: Bearer <key>".');
  }
  const key = (header.split(SCHEME).pop() ?? '').trim();
  if (key === '' || key.toLowerCase() === 'bearer') {
    throw new AppError(
      'malformed_auth_header',
      'The Authorization header holds no key: send "Authorization: Bearer <key>".',
    );
  }
  return key;
}

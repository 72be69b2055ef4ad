import { Injectable } from '@nestjs/common';
import { HEADERS, spellings } from '@svc/contracts';
import type { Caller } from '@svc/domain';
import { AppError } from '@svc/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccessRule } from './access.decorator.js';
import { RateLimiter, type RateVerdict } from './rate-limiter.service.js';
import { RequestAuthorizer } from './request-authorizer.service.js';

/**
 * What a request without a valid key costs of its address's limit (wire contract, section 1). Public routes have a limit of
 * their own, so that whoever guesses keys behind a load balancer shuts nobody out of them.
 */
const UNAUTHENTICATED_COST = 10;

/** What a call that may ask a provider costs of its session's limit. */
const AUTHORIZATION_COST = 20;

const SCRIPT_HEADERS = spellings(HEADERS.isScript);

/** Lets a request in, or not, before its body is read: authentication, rate limit, scopes, in this order. */
@Injectable()
export class Admission {
  constructor(
    private readonly authorizer: RequestAuthorizer,
    private readonly limiter: RateLimiter,
  ) {}

  /** @throws {AppError} 401, 403 or 429. */
  async admit(request: FastifyRequest, reply: FastifyReply, rule: AccessRule | undefined): Promise<void> {
    if (!rule) throw new AppError('forbidden', 'This route has no access rule.');
    if (rule.kind === 'public') {
      if (!rule.unlimited) this.limit(request, reply, () => this.limiter.takeLocal(`public:${request.ip}`, 1));
      return;
    }
    const caller = await this.authenticate(request, reply, rule);
    this.limit(request, reply, () => this.take(caller, request, rule));
    this.authorizer.authorize(caller, rule);
    request.caller = caller;
  }

  /** A request that no route takes. */
  admitUnknownRoute(request: FastifyRequest, reply: FastifyReply): void {
    this.limit(request, reply, () => this.limiter.takeLocal(`public:${request.ip}`, 1));
  }

  /**
   * A session has a limit of its own: the browser of one end user cannot use up what the account's services need, and one
   * that tries out credentials is stopped early.
   */
  private take(caller: Caller, request: FastifyRequest, rule: AccessRule): RateVerdict {
    if (caller.kind !== 'session') return this.limiter.takeShared(accountBucket(caller, request));
    const asksProvider = rule.kind === 'session' && rule.from === 'query';
    return this.limiter.takeLocal(`session:${caller.session.id}`, asksProvider ? AUTHORIZATION_COST : 1);
  }

  private async authenticate(request: FastifyRequest, reply: FastifyReply, rule: AccessRule): Promise<Caller> {
    try {
      return await this.authorizer.authenticate(request, rule);
    } catch (error) {
      if (error instanceof AppError && error.status === 401) {
        this.limit(request, reply, () => this.limiter.takeLocal(`unauthenticated:${request.ip}`, UNAUTHENTICATED_COST));
      }
      throw error;
    }
  }

  private limit(request: FastifyRequest, reply: FastifyReply, take: () => RateVerdict): void {
    if (!this.limiter.isEnabled) return;
    const verdict = take();
    reply.raw.setHeader('X-RateLimit-Limit', verdict.limit);
    reply.raw.setHeader('X-RateLimit-Remaining', verdict.remaining);
    reply.raw.setHeader('X-RateLimit-Reset', verdict.resetAt);
    if (verdict.isAllowed) return;
    const retryAfter = Math.max(0, Math.floor(verdict.resetAt - Date.now() / 1000));
    throw new AppError('too_many_request', `More than ${verdict.limit} requests in a minute: wait ${retryAfter} s.`, {
      headers: { 'Retry-After': String(retryAfter) },
      payload: { method: request.method, path: request.url.split('?', 1)[0] },
    });
  }
}

/**
 * Calls that functions make have a bucket of their own, so that functions and the account's services do not take each other's
 * share. The header is only a caller's word for it, and therefore moves a call to a second bucket of the same size: it never
 * lifts the limit.
 */
function accountBucket({ accountId }: Caller, { headers }: FastifyRequest): string {
  const isFunction = SCRIPT_HEADERS.some((name) => headers[name] === 'true');
  return isFunction ? `account:${accountId}:functions` : `account:${accountId}`;
}

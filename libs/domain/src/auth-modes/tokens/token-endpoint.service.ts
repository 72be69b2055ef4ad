import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@svc/errors';
import { NetworkError, OutboundClient, requestJson, type JsonAnswer, type JsonRequest } from '@svc/http';
import { setTimeout as sleep } from 'node:timers/promises';
import { RENEWAL_TIMING, type RenewalTiming } from './renewal-timing.js';
import { readTokenBody, tokenText, valueAt, type TokenBody } from './token-answer.js';
import { TokenFailure, tokenFailureOf, type GrantOwner } from './token-failure.js';

export interface TokenQuestion {
  readonly request: JsonRequest;
  readonly owner: GrantOwner;
  /** Dot path of the token when it is not `access_token`. */
  readonly tokenPath: string | undefined;
  readonly signal: AbortSignal;
}

export interface TokenGrant {
  readonly token: string;
  readonly body: TokenBody;
}

/** What a token is made of (RFC 6749, appendix A.12). Another one could be sent in no header, or would end it. */
const SENDABLE = /^[\x20-\x7e]+$/;

/** Asks providers for tokens. */
@Injectable()
export class TokenEndpoint {
  constructor(
    private readonly client: OutboundClient,
    @Inject(RENEWAL_TIMING) private readonly timing: RenewalTiming,
  ) {}

  /** @throws TokenFailure for anything but a token. */
  async ask({ request, owner, tokenPath, signal }: TokenQuestion): Promise<TokenGrant> {
    const answer = await this.send(request, signal);
    const body = readTokenBody(answer);
    const isSuccess = answer.status >= 200 && answer.status < 300;
    // Some endpoints refuse with status 200, so that the token itself is what counts.
    const token =
      isSuccess && body ? tokenText(valueAt(body, tokenPath ?? 'access_token') ?? body['access_token']) : undefined;
    if (token === undefined || !SENDABLE.test(token) || !body) throw tokenFailureOf(answer, body, owner);
    return { token, body };
  }

  /**
   * Sends once; again only where certainly nothing was sent, because a repeated refresh can end an authorization. Statuses
   * are the caller's to judge.
   *
   * @throws TokenFailure when there is no answer.
   */
  async send(question: JsonRequest, signal: AbortSignal): Promise<JsonAnswer> {
    const request = { ...question, timeoutMs: this.timing.requestMs, signal };
    for (const waitMs of this.timing.unsentRetryMs) {
      try {
        return await requestJson(this.client, request);
      } catch (error) {
        if (!(error instanceof NetworkError && error.nothingWasSent) || signal.aborted) throw failureOf(error);
      }
      await sleep(waitMs);
    }
    try {
      return await requestJson(this.client, request);
    } catch (error) {
      throw failureOf(error);
    }
  }
}

function failureOf(error: unknown): unknown {
  if (error instanceof NetworkError) {
    return new TokenFailure('provider_down', `The token endpoint did not answer: ${error.code}.`, undefined, {
      cause: error,
    });
  }
  if (error instanceof AppError) return new TokenFailure('misconfigured', error.message, undefined, { cause: error });
  return error;
}

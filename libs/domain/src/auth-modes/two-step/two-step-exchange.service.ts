import { Injectable } from '@nestjs/common';
import type { Provider } from '@svc/contracts';
import type { JsonAnswer } from '@svc/http';
import { asMisconfigured } from '../tokens/as-misconfigured.js';
import { credentialContext } from '../tokens/credential-context.js';
import { tokenText, valueAt, type TokenBody } from '../tokens/token-answer.js';
import { TokenEndpoint, type TokenGrant } from '../tokens/token-endpoint.service.js';
import { TokenFailure, tokenFailureOf } from '../tokens/token-failure.js';
import type { TokenSubject } from '../tokens/token-request.js';
import { loginFailureOf } from '../typed-in/login-failure.js';
import { missingAnswers } from './missing-answers.js';
import { readStepAnswer } from './step-answer.js';
import { writeStep } from './step-request.js';
import type { Step } from './step.js';

/** Who exchanges what. */
export interface ExchangeSubject extends TokenSubject {
  /** Values that are used now and never stored. */
  readonly assertionOption?: Readonly<Record<string, string>> | undefined;
}

interface Answered {
  readonly answer: JsonAnswer;
  readonly body: TokenBody | undefined;
}

/** Runs the requests of an exchange, each with what the earlier ones were answered; the last answer holds the token. */
@Injectable()
export class TwoStepExchange {
  constructor(private readonly endpoint: TokenEndpoint) {}

  /** @throws TokenFailure */
  async run(steps: readonly Step[], subject: ExchangeSubject, signal: AbortSignal): Promise<TokenGrant> {
    const { provider, assertionOption } = subject;
    const done: Answered[] = [];
    for (const step of steps) {
      const context = credentialContext(subject, {
        ...(assertionOption && { assertionOption }),
        steps: done.map(({ body }) => body),
      });
      const [missing] = missingAnswers(step, context);
      const last = done.at(-1);
      if (missing !== undefined && last) throw withoutToken(last, `it lacks what ${missing} stands for`);
      const skipEncode = provider.token_url_skip_encode?.includes('base_url') ?? false;
      const request = await asMisconfigured(() => writeStep(step, context, { skipEncode }));
      done.push(await this.ask(request, provider, signal));
    }
    return grantOf(provider, done);
  }

  private async ask(request: Parameters<TokenEndpoint['send']>[0], provider: Provider, signal: AbortSignal) {
    const answer = await this.endpoint.send(request, signal);
    const body = readStepAnswer(answer, provider.token_response_headers);
    if (answer.status < 200 || answer.status >= 300) throw loginFailureOf(answer, body);
    return { answer, body };
  }
}

function grantOf({ token_response }: Provider, done: readonly Answered[]): TokenGrant {
  const last = done.at(-1);
  const token = last?.body && tokenText(valueAt(last.body, token_response?.token ?? 'token'));
  if (last?.body && token !== undefined) return { token, body: last.body };
  throw last ? withoutToken(last, 'it holds no token') : new TokenFailure('misconfigured', 'There is nothing to ask.');
}

/**
 * Services that answer 200 to a wrong password say so in a body of their own kind, so a readable answer without the token
 * is a refusal. What it means for good cannot be told; a page that is no answer at all is an outage.
 */
function withoutToken({ answer, body }: Answered, what: string): TokenFailure {
  const failure = tokenFailureOf(answer, body, 'client');
  if (!body || failure.kind !== 'provider_down') return failure;
  return new TokenFailure('auth_transient', `The provider answered ${answer.status}, but ${what}.`, failure.answer);
}

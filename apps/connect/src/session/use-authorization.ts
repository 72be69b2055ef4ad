import { AuthWindow, BrowserFlow, directRouteOf } from '@svc/connect';
import type { Provider } from '@svc/contracts';
import { useEffect, useMemo, useReducer } from 'react';
import type { SentValues } from '../form/form-values.js';
import { problemOf } from '../problem/problem.js';
import { nextStep, type AuthorizationEvent, type AuthorizationStep } from './authorization-step.js';
import type { ConnectApi } from './connect-api.js';
import { leaveAttempt } from './left-attempt.js';

/** What an authorization needs to know. */
export interface AuthorizationContext {
  readonly api: ConnectApi;
  /** Unique key of the integration. */
  readonly integration: string;
  readonly detectClosedAuthWindow: boolean;
  /** ISO 8601: when the session ends. */
  readonly expiresAt: string;
  /** An attempt that went on in this window. */
  readonly leftAttempt: string | undefined;
}

/** Runs authorizations for one integration, from the click to the connection. */
export function useAuthorization({
  api,
  integration,
  detectClosedAuthWindow,
  expiresAt,
  leftAttempt,
}: AuthorizationContext): { readonly step: AuthorizationStep; readonly authorization: Authorization } {
  const [step, dispatch] = useReducer(nextStep, { name: 'form' });
  const authorization = useMemo(
    () => new Authorization({ api, integration, detectClosedAuthWindow, expiresAt, leftAttempt }, dispatch),
    [api, integration, detectClosedAuthWindow, expiresAt, leftAttempt],
  );
  useEffect(() => {
    authorization.resume();
    return () => authorization.stop();
  }, [authorization]);
  return { step, authorization };
}

/** What a person can do about it. Each says by an event what came of it. */
export class Authorization {
  private waiting = new AbortController();
  private window: AuthWindow | undefined;
  private flow: BrowserFlow | undefined;

  constructor(
    private readonly context: AuthorizationContext,
    private readonly tell: (event: AuthorizationEvent) => void,
  ) {}

  /** Sends what was typed, or opens the provider's window: call it from the click. */
  submit(provider: Provider, values: SentValues): void {
    const route = directRouteOf(provider, this.context.integration);
    const done = route === undefined ? this.open(values) : this.send(route, provider, values);
    done.catch((error: unknown) => this.tell({ name: 'failed', problem: problemOf(error) }));
  }

  /** Brings the provider's window to the front, or opens it once more. */
  openAgain(): void {
    if (!this.flow) return;
    if (this.window && !this.window.isClosed) return this.window.focus();
    this.window = AuthWindow.open(this.flow.url);
    this.tell({ name: 'window', window: this.window ? 'open' : 'blocked' });
  }

  /** The person followed the link by hand. */
  openedByHand(): void {
    this.tell({ name: 'window', window: 'elsewhere' });
  }

  /** Goes to the provider in this window. */
  continueHere(): void {
    if (!this.flow) return;
    const { api, integration } = this.context;
    leaveAttempt(api.gateway.sessionToken, { attempt: this.flow.attempt, integration });
    window.location.assign(this.flow.url);
  }

  cancel(): void {
    this.stop();
    this.window?.close();
    this.tell({ name: 'cancelled' });
  }

  /** Asks how an attempt ended that went on in this window. */
  resume(): void {
    const { api, integration, leftAttempt } = this.context;
    if (leftAttempt === undefined) return;
    const flow = new BrowserFlow(api.gateway, integration, {}, leftAttempt);
    this.tell({ name: 'opened', url: flow.url, window: 'elsewhere' });
    this.watch(flow);
  }

  /** Waits no more. */
  stop(): void {
    this.waiting.abort();
  }

  private async send(route: string, provider: Provider, values: SentValues): Promise<void> {
    this.tell({ name: 'sent' });
    this.tell({ name: 'connected', account: await this.context.api.connect(route, provider, values) });
  }

  private async open({ params }: SentValues): Promise<void> {
    const { api, integration, expiresAt } = this.context;
    // The window would show what is wrong with the session, and this page would wait for it.
    if (Date.now() > Date.parse(expiresAt)) await api.session();
    const flow = new BrowserFlow(api.gateway, integration, { params, lang: api.language });
    this.window = AuthWindow.open(flow.url);
    this.tell({ name: 'opened', url: flow.url, window: this.window ? 'open' : 'blocked' });
    this.watch(flow);
  }

  private watch(flow: BrowserFlow): void {
    this.stop();
    this.flow = flow;
    const { signal } = (this.waiting = new AbortController());
    const window = this.context.detectClosedAuthWindow ? () => this.window : undefined;
    const onAbandoned = () => this.tell({ name: 'window', window: 'abandoned' });
    flow.result({ signal, window, onAbandoned }).then(
      (account) => {
        this.window?.close();
        this.tell({ name: 'connected', account });
      },
      (error: unknown) => {
        if (!signal.aborted) this.tell({ name: 'failed', problem: problemOf(error) });
      },
    );
  }
}

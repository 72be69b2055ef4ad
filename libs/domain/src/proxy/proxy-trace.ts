import type { AppError } from '@svc/errors';
import type { AttemptReport } from '@svc/http';
import { variableMask, type VariableMask } from '../accounts/variable-masks.service.js';
import type { Operation } from '../logs/operation.js';
import type { ProxyCall } from './proxy-call.js';
import type { ProxyLog } from './proxy-log.js';
import type { ProxyTarget } from './proxy-target.js';
import { secretTexts } from './secret-texts.js';

/** Code of a call whose caller did not wait for the answer. */
export const CALLER_GONE = 'ECANCELED';

/** Describes one proxied call in the customer's log: an operation of its own, or lines of the run that made it. */
export class ProxyTrace {
  private readonly operation: Operation;
  private readonly mask: VariableMask;

  constructor(
    private readonly log: ProxyLog,
    private readonly call: ProxyCall,
    target: ProxyTarget,
  ) {
    this.mask = variableMask(secretTexts(target));
    this.operation =
      call.operation ??
      log.start({
        environmentId: call.environmentId,
        type: 'proxy',
        action: call.method,
        integrationId: target.integration.id,
        providerConfigKey: target.integration.uniqueKey,
        connectionId: target.connection.id,
        connectionKey: target.connection.connectionId,
      });
  }

  attempt({ attempt, method, url: address, status, networkCode, durationMs, retryInMs }: AttemptReport): void {
    const url = this.mask.text(address);
    const outcome = status ?? networkCode ?? 'no answer';
    const isError = status === undefined || status >= 400;
    const retry = retryInMs === undefined ? '' : `, again in ${retryInMs} ms`;
    this.log.log(this.operation.id, {
      level: isError ? (retryInMs === undefined ? 'error' : 'warn') : 'info',
      message: `${method} ${url} -> ${outcome} in ${durationMs} ms${retry}`,
      payload: {
        request_id: this.call.requestId,
        attempt,
        method,
        url,
        status,
        network_code: networkCode,
        duration_ms: durationMs,
        retry_in_ms: retryInMs,
      },
    });
  }

  finish(status: number): void {
    if (this.call.operation) return;
    if (status < 400) return this.log.finish(this.operation.id, { status: 'success' });
    this.log.finish(this.operation.id, {
      status: 'failed',
      error: { code: String(status), message: `The external API answered ${status}.` },
    });
  }

  fail({ code, message: words, details }: AppError): void {
    const message = this.mask.text(words);
    if (this.call.operation) {
      return this.log.log(this.operation.id, {
        level: 'error',
        message: `${this.call.method} was not answered: ${message}`,
        payload: { code },
      });
    }
    const isGone = Reflect.get({ ...Object(details.payload) }, 'code') === CALLER_GONE;
    this.log.finish(this.operation.id, { status: isGone ? 'cancelled' : 'failed', error: { code, message } });
  }
}

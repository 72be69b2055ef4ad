import { runFetchRequestSchema } from '@svc/contracts';
import { messageOf } from '../cli-error.js';
import { refused, type CallOutcome } from './call-outcome.js';

/** A function's request to any address, without credentials: sent from this machine, which may reach other addresses. */
export async function fetchOutside(requestText: string): Promise<CallOutcome> {
  const { method, url, headers, data, dataEncoding } = runFetchRequestSchema.parse(JSON.parse(requestText));
  try {
    const answer = await fetch(url, {
      method,
      ...(headers && { headers }),
      ...(data !== undefined && { body: dataEncoding === 'base64' ? Buffer.from(data, 'base64') : data }),
    });
    const { status, statusText } = answer;
    const head = { status, statusText, headers: Object.fromEntries(answer.headers) };
    return { ok: true, head, body: Buffer.from(await answer.arrayBuffer()) };
  } catch (error) {
    const reason = error instanceof Error && error.cause !== undefined ? messageOf(error.cause) : messageOf(error);
    return refused('upstream_unreachable', `${new URL(url).host} did not answer: ${reason}`, 502);
  }
}

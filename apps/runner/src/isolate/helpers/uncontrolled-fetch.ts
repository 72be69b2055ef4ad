import { ActionError, type FetchResponse, type UncontrolledFetchOptions } from '@svc/functions';
import type { RunFetchRequest, UpstreamMeta } from '@svc/contracts';
import { Buffer } from 'buffer/';
import type { Bridge, HostAnswer } from '../bridge.js';
import { GatewayError } from '../gateway-error.js';
import { bytesOf, exactBuffer, isBytes } from '../globals/bytes.js';
import { FetchHeaders } from './fetch-headers.js';
import { networkCodeOf, RequestError } from './request-error.js';

type Head = UpstreamMeta & { readonly statusText: string };

const bodyOf = (body: unknown): Pick<RunFetchRequest, 'data' | 'dataEncoding'> => {
  if (body === undefined || body === null) return {};
  if (isBytes(body)) return { data: Buffer.from(bytesOf(body)).toString('base64'), dataEncoding: 'base64' };
  if (typeof body === 'string' || body instanceof URLSearchParams) return { data: String(body) };
  throw new TypeError('uncontrolledFetch: the body must be text or bytes; write JSON with JSON.stringify.');
};

const responseOf = ({ status, statusText, headers }: Head, body: ArrayBuffer): FetchResponse => {
  const text = (): string => new TextDecoder().decode(body);
  return {
    ok: status >= 200 && status < 300,
    status,
    statusText,
    headers: new FetchHeaders(headers),
    text: async () => text(),
    json: async () => JSON.parse(text()) as unknown,
    arrayBuffer: async () => exactBuffer(new Uint8Array(body)),
  };
};

const failureOf = (error: unknown, line: string, endpoint: string): unknown => {
  if (!(error instanceof GatewayError)) return error;
  if (error.code === 'upstream_unreachable')
    return new RequestError(`${error.message} (${line})`, networkCodeOf(error), { endpoint });
  return error.code === 'address_not_allowed' ? new ActionError({ message: error.message, code: error.code }) : error;
};

/** The helper `uncontrolledFetch`. */
export const createUncontrolledFetch =
  (bridge: Bridge) =>
  async ({ url, method = 'GET', headers = {}, body }: UncontrolledFetchOptions): Promise<FetchResponse> => {
    const address = String(url);
    const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    const request: RunFetchRequest = { method, url: address, headers: sent, ...bodyOf(body) };
    const answer = await bridge
      .call('uncontrolledFetch', { bytes: true }, JSON.stringify(request))
      .catch((error: unknown): HostAnswer => {
        throw failureOf(error, `${method} ${address}`, address);
      });
    return responseOf(answer.head as Head, answer.body instanceof ArrayBuffer ? answer.body : new ArrayBuffer(0));
  };

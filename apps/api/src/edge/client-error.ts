import { AppError } from '@svc/errors';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';

const HEADERS_TOO_LARGE = 'HPE_HEADER_OVERFLOW';
const TIMED_OUT = 'ERR_HTTP_REQUEST_TIMEOUT';

const statusLineOf = (code: string | undefined): string => {
  if (code === HEADERS_TOO_LARGE) return '431 Request Header Fields Too Large';
  return code === TIMED_OUT ? '408 Request Timeout' : '400 Bad Request';
};

/** Answers what the HTTP parser refuses, which never becomes a request, in the envelope too. */
export function answerClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  if (!socket.writable) return void socket.destroy(error);
  const id = randomUUID();
  const known =
    error.code === HEADERS_TOO_LARGE
      ? new AppError('invalid_headers', 'The headers are larger than 16 KiB together.')
      : new AppError('invalid_request', 'The request is not valid HTTP.');
  const body = JSON.stringify(known.toEnvelope(id));
  const headers = [
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${id}`,
  ];
  socket.end(`HTTP/1.1 ${statusLineOf(error.code)}\r\n${headers.join('\r\n')}\r\nConnection: close\r\n\r\n${body}`);
}

import { NetworkError, waitFromAfter, type OutboundResponse } from '@svc/http';
import { AppError } from '@svc/errors';
import { storableText } from '@svc/observability';

/** What is kept of an answer (issue: the first 4 kB). */
const KEPT_BYTES = 4_096;
/** A longer answer is not read to its end; the connection is closed instead. */
const READ_BYTES = 65_536;

/** How an attempt went. */
export interface AttemptResult {
  readonly status: number | null;
  /** Null when it was accepted. */
  readonly error: string | null;
  readonly answer: string | null;
  /** What the receiver asked to be left alone for, in milliseconds. */
  readonly askedMs: number | null;
  /** Nobody answered, or somebody who cannot take anything now: it says something about the endpoint, not about the event. */
  readonly isDown: boolean;
}

/** What an answer means: 2xx is accepted, everything else is not. Redirects are not followed. */
export async function resultOfAnswer(response: OutboundResponse): Promise<AttemptResult> {
  const { status, headers } = response;
  const answer = await beginning(response);
  const isAccepted = status >= 200 && status < 300;
  const asks = status === 429 || status === 503;
  return {
    status,
    error: isAccepted ? null : `The endpoint answered with status ${status}.`,
    answer,
    // Who asks for no time asks for nothing.
    askedMs: (asks && waitFromAfter(headers['retry-after'], Date.now())) || null,
    isDown: status >= 500 || status === 408 || status === 429,
  };
}

/** What it means that there was no answer. */
export function resultOfFailure(error: unknown): AttemptResult | undefined {
  const told = { status: null, answer: null, askedMs: null, isDown: true };
  if (error instanceof NetworkError) return { ...told, error: `No answer: ${error.message} (${error.code}).` };
  if (error instanceof AppError) return { ...told, error: error.message };
  return undefined;
}

/** The status says how it went, also where the rest of the answer breaks off or comes too slowly. */
async function beginning({ body }: OutboundResponse): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // Leaving the loop early closes the connection.
    for await (const chunk of body) {
      const bytes = Buffer.from(chunk);
      if (size < KEPT_BYTES) chunks.push(bytes);
      size += bytes.length;
      if (size > READ_BYTES) break;
    }
  } catch {
    // What came until then is kept.
  }
  return storableText(Buffer.concat(chunks).subarray(0, KEPT_BYTES).toString('utf8'));
}

/** Codes after which it is certain that the server received nothing, so that repeating is safe for any request. */
const NOTHING_SENT = new Set(['ENOTFOUND', 'ECONNREFUSED', 'EAI_AGAIN']);

/** No answer, or an answer that broke off: the network's code and a message without secrets. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';

  constructor(
    /** `ECONNREFUSED`, `ETIMEDOUT`, `ENOTFOUND`, a TLS code, … */
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** Whether the request certainly did not reach the server. */
  get nothingWasSent(): boolean {
    return NOTHING_SENT.has(this.code);
  }
}

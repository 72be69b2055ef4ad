import type { ProxyTarget } from '../proxy-target.js';

/** The request that credentials are put into. */
export interface UnsignedRequest {
  readonly method: string;
  readonly url: string;
  /** By lower-case name; what a signature may cover. */
  readonly headers: Readonly<Record<string, string>>;
  /** All of the body where the strategy asked for it. */
  readonly body: Buffer | undefined;
}

/** How one kind of credentials gets into a request (wire contract, section 7, "Auth injection"). */
export interface AuthStrategy {
  /** Whether the strategy has to see the body of requests with this content type. */
  signsBody(contentType: string): boolean;
  /** Headers to add. */
  headers(request: UnsignedRequest, target: ProxyTarget): Readonly<Record<string, string>>;
}

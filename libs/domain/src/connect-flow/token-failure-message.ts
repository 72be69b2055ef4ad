import type { TokenFailure } from '../auth-modes/tokens/token-failure.js';

/** A failure to get a token in words for the person who connects an account. May hold words of the provider. */
export function tokenFailureMessage({ kind, message, answer }: TokenFailure): string {
  const said = answer?.description ?? answer?.error;
  switch (kind) {
    case 'throttled':
      return 'The provider takes no more requests at the moment. Wait a minute, then try again.';
    case 'provider_down':
      return `The provider gave no usable answer${said === undefined ? '' : ` (${said})`}. Try again later.`;
    case 'misconfigured':
      return message;
    default:
      return `The provider refused${said === undefined ? '' : `: ${said}`}. Check what was entered, then try again.`;
  }
}

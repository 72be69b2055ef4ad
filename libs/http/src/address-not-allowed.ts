import { AppError } from '@svc/errors';

/**
 * The refusal of a host, with what the operator or the caller can do about it. What the host's name resolves to is not said:
 * end users are shown this too, and could have names of the network looked up.
 */
export function addressNotAllowed(host: string): AppError {
  return new AppError(
    'address_not_allowed',
    `The address ${host} is not on the public internet. Use a public host, or set ALLOW_PRIVATE_NETWORK=true on the gateway.`,
    { payload: { host } },
  );
}

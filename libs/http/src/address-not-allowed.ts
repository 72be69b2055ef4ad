import { AppError } from '@svc/errors';

/** The refusal of a host, with what the operator or the caller can do about it. */
export function addressNotAllowed(host: string, address?: string): AppError {
  const shown = address === undefined || address === host ? host : `${host} (${address})`;
  return new AppError(
    'address_not_allowed',
    `The address ${shown} is not on the public internet. Use a public host, or set ALLOW_PRIVATE_NETWORK=true on the gateway.`,
    { payload: { host } },
  );
}

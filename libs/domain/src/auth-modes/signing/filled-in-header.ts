import { interpolateValue, type InterpolationContext } from '@svc/providers';
import type { UnsignedJwt } from './signed-jwt.js';

/** The header of a token as a definition describes it; a key id without a value is left out. */
export function filledInHeader(
  { alg, typ, kid }: { readonly alg: string; readonly typ?: string | undefined; readonly kid?: string | undefined },
  context: InterpolationContext,
): UnsignedJwt['header'] {
  const keyId = kid === undefined ? undefined : interpolateValue(kid, context);
  return { alg, ...(typ !== undefined && { typ }), ...(keyId !== undefined && { kid: keyId }) };
}

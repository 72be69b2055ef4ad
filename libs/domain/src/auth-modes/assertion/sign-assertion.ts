import type { Assertion } from '@svc/contracts';
import { interpolateQuery, type InterpolationContext } from '@svc/providers';
import { filledIn } from '../signing/filled-in.js';
import { filledInHeader } from '../signing/filled-in-header.js';
import { signJwt } from '../signing/signed-jwt.js';
import { samlAssertion } from './saml-assertion.js';

/**
 * The assertion that a definition describes, as token requests carry it. Claims and attributes without a value are left out.
 *
 * @throws TokenFailure `misconfigured`
 * @throws AppError `invalid_certificate_or_key_format`
 */
export async function signAssertion(assertion: Assertion, context: InterpolationContext): Promise<string> {
  const key = filledIn(assertion.signing_key, context);
  if (assertion.type === 'jwt') {
    const header = filledInHeader(assertion.header, context);
    const payload = interpolateQuery(assertion.payload, context);
    const { token } = await signJwt({ key, header, payload, lifeMs: assertion.expires_in_ms, hasId: true });
    return token;
  }
  const xml = samlAssertion({
    key,
    issuer: filledIn(assertion.issuer, context),
    subject: filledIn(assertion.subject, context),
    subjectFormat: assertion.subject_format,
    audience: filledIn(assertion.audience, context),
    recipient: filledIn(assertion.recipient, context),
    attributes: interpolateQuery(assertion.attributes, context),
    lifeMs: assertion.expires_in_ms,
  });
  return Buffer.from(xml).toString(assertion.encoding);
}

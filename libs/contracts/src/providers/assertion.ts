import { z } from 'zod';
import { templateMapSchema, templateSchema } from './template-tree.js';

/** What both kinds of assertion say. */
const common = {
  /** Private key, as PEM. */
  signing_key: templateSchema,
  expires_in_ms: z.number().int().positive(),
};

/**
 * A signed statement about the person or app that asks for a token; the token request carries it as `${assertion}`. It is
 * signed anew for each login. Where `assertion_option` asks for values that are never stored, it is signed once.
 */
export const assertionSchema = z.discriminatedUnion('type', [
  /** RFC 7523. `iat`, `exp` and `jti` are set by the gateway. */
  z.strictObject({
    type: z.literal('jwt'),
    ...common,
    header: z.strictObject({ alg: z.string(), typ: z.string().optional(), kid: templateSchema.optional() }),
    payload: templateMapSchema,
  }),
  /** RFC 7522: SAML 2.0, subject confirmed as bearer, signed with RSA and SHA-256. */
  z.strictObject({
    type: z.literal('saml'),
    ...common,
    issuer: templateSchema,
    /** Name of the person. */
    subject: templateSchema,
    subject_format: z.string().default('urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified'),
    audience: templateSchema,
    /** Address of the token endpoint. */
    recipient: templateSchema,
    attributes: templateMapSchema.optional(),
    /** How it is written into the request; RFC 7522 has `base64url`. */
    encoding: z.enum(['base64', 'base64url']).default('base64url'),
  }),
]);

/** A signed statement about the person or app that asks for a token. */
export type Assertion = z.infer<typeof assertionSchema>;

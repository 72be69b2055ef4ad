import { z } from 'zod';

/**
 * Where a value stands in a webhook: `header:x-github-event`, `query:token`, `body:installation.id` (a dot path), or
 * `event:portalId`, which is below one event of a body that holds several.
 */
export const webhookPlaceSchema = z
  .string()
  .regex(
    /^(header:[a-z0-9_-]+|query:[A-Za-z0-9_.-]+|(body|event):.*)$/,
    'must be header:, query:, body: or event: and a name',
  );

/** What is made of a value before it is used. */
export const WEBHOOK_TRANSFORMS = [
  /** Origin of an address. */
  'origin',
  /** First label of a host. */
  'first_label',
  /** What follows the last slash. */
  'last_segment',
  /** Id of the calendar in the address of one of its resources. */
  'calendar_id',
  /** What stands in `connection_config.emailAddressHash` for a mailbox. */
  'email_hash',
  /** The same for the calendar in an address. */
  'calendar_email_hash',
] as const;

/** One of {@link WEBHOOK_TRANSFORMS}. */
export type WebhookTransform = (typeof WEBHOOK_TRANSFORMS)[number];

const placesSchema = z.union([webhookPlaceSchema, z.array(webhookPlaceSchema).min(1)]);

/** A value of a webhook. A list of places gives the first that is there; a list in the webhook gives all its entries. */
export const webhookValueSchema = z.union([
  webhookPlaceSchema,
  z.strictObject({
    from: placesSchema,
    /** The text there is itself JSON, or the base64 of JSON. */
    decode: z.enum(['json', 'base64_json']).optional(),
    /** Dot path in what was decoded. */
    path: z.string().optional(),
    as: z.enum(WEBHOOK_TRANSFORMS).optional(),
  }),
]);

/** A value of a webhook. */
export type WebhookValue = z.infer<typeof webhookValueSchema>;

/**
 * Where the secret is kept: `integration.webhook_secret` and other credentials of the integration; `config.x`, one of its
 * configuration; `connection.x`, metadata of the connection that the address names by `svcConnectionId`; `app_digest`, the hex
 * SHA-256 of app id, private key and app link.
 */
const secretSourceSchema = z
  .string()
  .regex(
    /^(integration\.\w+|config\.\w+|connection\.\w+|app_digest)$/,
    'must be integration.x, config.x, connection.x or app_digest',
  );

/** A header that holds several things: what stands behind `prefix` in each part between separators. */
const partSchema = z.strictObject({
  from: placesSchema,
  separator: z.string().min(1).optional(),
  prefix: z.string().optional(),
});

/** Where a proof stands in a request. */
export type WebhookPart = z.infer<typeof partSchema>;

const timestampSchema = partSchema.extend({
  unit: z.enum(['seconds', 'milliseconds', 'iso']).default('seconds'),
  /** How far from now it may be. */
  tolerance_s: z.number().int().positive().default(300),
});

/** When a webhook was signed. */
export type WebhookTimestamp = z.infer<typeof timestampSchema>;

const verificationFields = {
  /** The first that is set counts; `integration.webhook_secret` unless said otherwise. */
  secret: z.array(secretSourceSchema).min(1).default(['integration.webhook_secret']),
  /** What happens while no secret is set; refused unless said otherwise. */
  without_secret: z.enum(['refuse', 'accept']).default('refuse'),
  timestamp: timestampSchema.optional(),
};

const signedFields = {
  ...verificationFields,
  signature: partSchema,
  encoding: z.enum(['hex', 'base64']).default('hex'),
  /**
   * What is signed, as `{timestamp}.{body}`. Known are `{body}`, `{timestamp}`, `{secret}`, `{url}` (as the provider called it),
   * `{method}`, `{form}` (the fields of a form by name, without separators), `{crc32}` (of the body, as a decimal number), `{header:x}`, `{query:x}` and `{body:path}`.
   */
  content: z.string().default('{body}'),
};

const certificateSchema = z.strictObject({
  from: webhookPlaceSchema,
  /** Beginnings of addresses that belong to the provider, each with a path; others are not believed. */
  under: z.array(z.string().regex(/^https?:\/\/[^/?#@]+\//, 'must be an address with a path')).min(1),
});

/** Where the certificate stands by which a webhook is signed. */
export type WebhookCertificate = z.infer<typeof certificateSchema>;

/** How a webhook proves where it comes from. */
export const webhookVerificationSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('hmac'),
    ...signedFields,
    algorithm: z.enum(['sha1', 'sha256', 'sha512']).default('sha256'),
    /** How the secret becomes the key: its text, or what it is the encoding of. `svix` is base64 behind `whsec_`. */
    key: z.enum(['text', 'base64', 'hex', 'svix']).default('text'),
  }),
  /** A plain digest over content that holds the secret. */
  z.strictObject({
    type: z.literal('digest'),
    ...signedFields,
    algorithm: z.enum(['sha1', 'sha256']).default('sha256'),
  }),
  /** The secret itself. */
  z.strictObject({
    type: z.literal('token'),
    ...verificationFields,
    signature: partSchema,
    /** `basic`: the secret is `user:password`. */
    scheme: z.enum(['plain', 'basic']).default('plain'),
  }),
  z.strictObject({
    type: z.literal('public_key'),
    ...signedFields,
    algorithm: z.enum(['ed25519', 'ecdsa-sha256', 'rsa-sha256']),
    /** How the key is written: PEM, the base64 of its DER, or the hex of its 32 bytes. */
    key: z.enum(['pem', 'der', 'raw']).default('pem'),
    /** The provider's key, where all integrations have the same. */
    public_key: z.string().optional(),
    /** The key is that of a certificate (PEM) at the address which the request names. The secret is then no key. */
    certificate: certificateSchema.optional(),
  }),
  z.strictObject({
    type: z.literal('jwt'),
    ...verificationFields,
    signature: partSchema,
    /** A request without one is taken as it is. */
    optional: z.boolean().optional(),
    algorithms: z.array(z.string()).min(1),
    /** Public keys of the provider; without it the secret is the key. */
    jwks_url: z.string().optional(),
    issuer: z.array(z.string()).optional(),
    /** It is made for the address that was called. */
    audience_is_url: z.boolean().optional(),
    /** Claim that holds the hex SHA-256 of the body. */
    body_digest_claim: z.string().optional(),
  }),
]);

/** How a webhook proves where it comes from. */
export type WebhookVerification = z.infer<typeof webhookVerificationSchema>;

/** A text of an answer: literal, or taken from the request. */
const answerTextSchema = z.union([
  z.strictObject({ value: z.union([z.string(), z.number()]) }),
  z.strictObject({ from: webhookPlaceSchema, hmac_sha256_hex: z.boolean().optional() }),
]);

/** Part of an answer to a handshake. */
export type WebhookAnswerText = z.infer<typeof answerTextSchema>;

/** A request by which a provider tries an address out, and what it wants to hear. It is not stored. */
export const webhookHandshakeSchema = z.strictObject({
  method: z.enum(['GET', 'HEAD', 'POST']).default('POST'),
  /** It is one when this is there, or has this value. */
  when: z.strictObject({ place: webhookPlaceSchema, equals: z.union([z.string(), z.number()]).optional() }).optional(),
  /** Answered only when the proof is right. */
  verified: z.boolean().optional(),
  /** This must be the secret, or the handshake is refused. */
  token: webhookPlaceSchema.optional(),
  /** 200 unless said otherwise. */
  status: z.number().int().min(200).max(299).optional(),
  text: answerTextSchema.optional(),
  json: z.record(z.string(), answerTextSchema).optional(),
  headers: z.record(z.string(), answerTextSchema).optional(),
  /**
   * The provider names the secret itself: it is kept where neither the integration nor the connection that the address names
   * has one, as metadata `webhookSecret` of that connection, or as the integration's `webhook_secret` where it names none.
   */
  keeps_secret: webhookPlaceSchema.optional(),
});

/** A request by which a provider tries an address out. */
export type WebhookHandshake = z.infer<typeof webhookHandshakeSchema>;

const matchTargetSchema = z
  .string()
  .regex(
    /^(connection_id|connection_config\..+|metadata\..+)$/,
    'must be connection_id, connection_config.x or metadata.x',
  );

const matchSchema = z.strictObject({
  value: webhookValueSchema,
  /** What the value is compared with. Metadata and configuration may hold it alone or in a list. */
  in: z.union([matchTargetSchema, z.array(matchTargetSchema).min(1)]),
});

/** What webhooks of a provider look like (wire contract, section 14). A provider without it sends none. */
export const providerWebhookSchema = z.strictObject({
  /** Tried in order: the first whose signature is there decides. None: everything is taken. */
  verification: z.union([webhookVerificationSchema, z.array(webhookVerificationSchema)]).optional(),
  handshakes: z.array(webhookHandshakeSchema).optional(),
  /** Field of a form that holds the payload as JSON. */
  form_field: z.string().optional(),
  /** What every webhook of this provider has; one without it is refused. */
  requires: z.array(webhookPlaceSchema).min(1).optional(),
  /** Dot path of the list of events; empty where the body is the list. */
  split: z.string().optional(),
  /** Without it the type is `*`. */
  event_type: webhookValueSchema.optional(),
  /** Together they name an event, so that one that comes again is known; `digest` is the whole body. */
  event_id: z.union([z.literal('digest'), z.array(webhookValueSchema).min(1)]).optional(),
  /**
   * What is not named only says that something has changed, in the same words each time: while one waits to be dispatched, an
   * equal one adds nothing. One that comes later is an event of its own.
   */
  is_ping: z.boolean().optional(),
  /** In order: the first that finds connections decides. The query's `svcConnectionId` comes before all of them. */
  match: z.array(matchSchema).optional(),
  /** Some providers insist on an empty answer. */
  answer: z.enum(['json', 'empty']).optional(),
});

/** What webhooks of a provider look like. */
export type ProviderWebhook = z.infer<typeof providerWebhookSchema>;

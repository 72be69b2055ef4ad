import { z } from 'zod';
import type { AuthMode } from '../providers/auth-mode.js';
import { storableTextSchema } from '../storable.js';

/** Most fields that one form has. */
const MAX_FIELDS = 100;

const nameSchema = storableTextSchema.max(1024);
const secretSchema = storableTextSchema.max(8192);
const pemSchema = storableTextSchema.max(10_000);
const fieldMapSchema = z
  .record(z.string().max(255), secretSchema)
  .refine((map) => Object.keys(map).length <= MAX_FIELDS, `at most ${MAX_FIELDS} fields are allowed`);

/** The definition says which fields there are; `type` repeats the auth mode, `assertionOption` is used once and not kept. */
const freeFieldsSchema = (mode: AuthMode) =>
  z
    .object({ type: z.literal(mode).optional(), assertionOption: fieldMapSchema.optional() })
    .catchall(secretSchema)
    .refine((body) => Object.keys(body).length <= MAX_FIELDS, `at most ${MAX_FIELDS} fields are allowed`)
    .transform(({ type: _, ...fields }) => fields);

const nothingSchema = z.strictObject({}).optional();

/** One way to connect with typed-in credentials. */
export interface DirectRoute {
  /** Followed by `/{integration}`. */
  readonly path: string;
  readonly mode: AuthMode;
  /** Only where the account is connected from the provider's side. */
  readonly isOutbound?: boolean;
  readonly body: z.ZodType<Readonly<Record<string, unknown>> | undefined>;
}

/** Every route that takes typed-in credentials, with its auth mode and its body (wire contract, section 6). */
export const DIRECT_ROUTES: readonly DirectRoute[] = [
  { path: 'api-auth/api-key', mode: 'API_KEY', body: z.strictObject({ apiKey: secretSchema }) },
  { path: 'api-auth/basic', mode: 'BASIC', body: z.strictObject({ username: nameSchema, password: secretSchema }) },
  {
    path: 'oauth2/auth',
    mode: 'OAUTH2_CC',
    body: z.strictObject({
      client_id: nameSchema,
      client_secret: storableTextSchema.max(2048).optional(),
      client_certificate: pemSchema.optional(),
      client_private_key: pemSchema.optional(),
    }),
  },
  { path: 'auth/oauth-outbound', mode: 'OAUTH2', isOutbound: true, body: nothingSchema },
  {
    path: 'auth/tba',
    mode: 'TBA',
    body: z.strictObject({
      token_id: nameSchema,
      token_secret: secretSchema,
      oauth_client_id_override: nameSchema.optional(),
      oauth_client_secret_override: secretSchema.optional(),
    }),
  },
  { path: 'auth/two-step', mode: 'TWO_STEP', body: freeFieldsSchema('TWO_STEP') },
  { path: 'auth/jwt', mode: 'JWT', body: freeFieldsSchema('JWT') },
  {
    path: 'auth/bill',
    mode: 'BILL',
    body: z.strictObject({
      username: nameSchema,
      password: secretSchema,
      organization_id: nameSchema,
      dev_key: secretSchema,
    }),
  },
  {
    path: 'auth/signature',
    mode: 'SIGNATURE',
    body: z
      .strictObject({ type: z.literal('SIGNATURE').optional(), username: nameSchema, password: secretSchema })
      .transform(({ username, password }) => ({ username, password })),
  },
  {
    path: 'auth/aws-sigv4',
    mode: 'AWS_SIGV4',
    body: z.strictObject({ role_arn: nameSchema, region: nameSchema.optional() }),
  },
  { path: 'auth/unauthenticated', mode: 'NONE', body: nothingSchema },
];

import { integrationConfigDefaultsSchema, integrationOverridesSchema } from '@svc/contracts';
import type { SecretBox } from '@svc/crypto';
import { SEALED_COLUMNS } from '@svc/database';
import { z } from 'zod';

const PURPOSE = SEALED_COLUMNS.connectSession.purpose;

const sessionDetailsSchema = z.object({
  defaults: z.record(z.string(), integrationConfigDefaultsSchema),
  overrides: z.record(z.string(), integrationOverridesSchema),
});

/** What a session sets for single integrations. May hold client secrets, and is sealed for that. */
export type SessionDetails = z.infer<typeof sessionDetailsSchema>;

export const sealDetails = (box: SecretBox, details: SessionDetails): string =>
  box.seal(JSON.stringify(details), PURPOSE);

export const openDetails = (box: SecretBox, sealed: string | null): SessionDetails =>
  sealed === null ? { defaults: {}, overrides: {} } : sessionDetailsSchema.parse(JSON.parse(box.open(sealed, PURPOSE)));

import type { ModelRecord } from '../definitions/definition-schemas.js';
import type { Schema } from '../definitions/schema.js';
import type { FunctionHelpers } from './function-helpers.js';
import type { ProviderData } from './provider-answer.js';
import type { SyncHelpers } from './sync-helpers.js';

type AnySchema = Schema<ProviderData, ProviderData>;
type AnyModels = Readonly<Record<string, Schema<ModelRecord & Record<string, ProviderData>>>>;

/**
 * The helpers of any sync, for code that several syncs share: models, metadata and checkpoint are not checked.
 * @deprecated Use {@link SyncHelpers}, or `Parameters<(typeof sync)['exec']>[0]`, which know the models.
 */
export type NangoSync = SyncHelpers<AnyModels, AnySchema, AnySchema>;

/**
 * The helpers of any action or on-event function, for code that several share: metadata is not checked.
 * @deprecated Use {@link FunctionHelpers}.
 */
export type NangoAction = FunctionHelpers<AnySchema>;

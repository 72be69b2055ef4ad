import type { SyncHelpers } from '../helpers/sync-helpers.js';
import type { ProviderData } from '../helpers/provider-answer.js';
import type {
  CheckpointSchema,
  FunctionEndpoint,
  MetadataSchema,
  ModelSchemas,
  NoMetadata,
} from './definition-schemas.js';

/** What {@link createSync} takes (specification, "Function runtime"). */
export interface SyncDefinition<
  TModels extends ModelSchemas = ModelSchemas,
  TMetadata extends MetadataSchema = NoMetadata,
  TCheckpoint extends CheckpointSchema = CheckpointSchema,
> {
  /** What the sync does, for people. At most 2000 characters. */
  readonly description: string;
  /**
   * How often it runs: `every 1 minute`, `every hour`, `every 3 week`, or `cron: 0 6 * * 1-5 Europe/Paris`; at least 30 seconds
   * apart.
   */
  readonly frequency: string;
  /** Schemas of the records that it saves, by name. Every record has an `id`. */
  readonly models: TModels;
  /** Schema of the checkpoint. With one, a long run goes on from its last checkpoint instead of starting again. */
  readonly checkpoint?: TCheckpoint;
  /** Whether it starts by itself for a new connection. Default true. */
  readonly autoStart?: boolean;
  /** Schema of the connection's metadata, as `getMetadata` returns it. Default `z.void()`. */
  readonly metadata?: TMetadata;
  /** Scopes that the provider's API wants for this function. Documentation only, not enforced. */
  readonly scopes?: readonly string[];
  /** Free text to track changes. */
  readonly version?: string;
  /** Types of the provider's webhooks that {@link onWebhook} handles; `*` is all. Unlisted types are not handled. */
  readonly webhookSubscriptions?: readonly string[];
  /**
   * Share of a model's records, from 0 to 1. Where `trackDeletesEnd` finds a larger one gone, nothing is deleted until somebody
   * confirms it (`POST /records/deletions/confirm`), or a later run meets the records. Off when missing.
   */
  readonly deletionGuard?: number;
  /** @deprecated Use `trackDeletesStart` and `trackDeletesEnd`, or `batchDelete`. Default false. */
  readonly trackDeletes?: boolean;
  /** @deprecated A sync with a {@link checkpoint} is incremental, one without is full. */
  readonly syncType?: 'full' | 'incremental';
  /** @deprecated Records are read by model with `GET /records`. */
  readonly endpoints?: readonly FunctionEndpoint[];
  /** The sync itself. */
  readonly exec: (svc: SyncHelpers<TModels, TMetadata, TCheckpoint>) => Promise<void> | void;
  /** Handles a webhook of the provider instead of forwarding it. The payload is what the provider sent. */
  readonly onWebhook?: (
    svc: SyncHelpers<TModels, TMetadata, TCheckpoint>,
    payload: ProviderData,
  ) => Promise<void> | void;
}

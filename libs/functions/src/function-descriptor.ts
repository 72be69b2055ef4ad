/** A JSON Schema (draft 2020-12). */
export type JsonSchema = Record<string, unknown>;

interface DescriptorFields {
  readonly description: string;
  readonly version: string | null;
  /** Null where the function reads no metadata. */
  readonly metadata: JsonSchema | null;
  readonly scopes: readonly string[];
}

/** What is known of a sync without running it. */
export interface SyncDescriptor extends DescriptorFields {
  readonly type: 'sync';
  /** As written; see decision D12 for the grammar. */
  readonly frequency: string;
  readonly models: Readonly<Record<string, JsonSchema>>;
  readonly checkpoint: JsonSchema | null;
  readonly autoStart: boolean;
  readonly trackDeletes: boolean;
  /** `incremental` with a checkpoint, unless the definition says otherwise. */
  readonly syncType: 'full' | 'incremental';
  readonly webhookSubscriptions: readonly string[];
  readonly hasWebhookHandler: boolean;
  readonly endpoints: readonly unknown[];
}

/** What is known of an action without running it. */
export interface ActionDescriptor extends DescriptorFields {
  readonly type: 'action';
  /** Null where the action takes no input. */
  readonly input: JsonSchema | null;
  /** Null where the action returns nothing. */
  readonly output: JsonSchema | null;
  readonly endpoints: readonly unknown[];
}

/** What is known of an on-event function without running it. */
export interface OnEventDescriptor extends DescriptorFields {
  readonly type: 'on-event';
  readonly event: string;
}

/** A function's definition as JSON: what a deploy stores beside the script. */
export type FunctionDescriptor = SyncDescriptor | ActionDescriptor | OnEventDescriptor;

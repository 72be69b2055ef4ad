import type { z } from 'zod';

interface DefinitionFields {
  readonly description: string;
  readonly version?: string | undefined;
  readonly metadata?: z.ZodType | undefined;
  readonly scopes?: readonly string[] | undefined;
  readonly exec: unknown;
}

/** Any sync, whatever its schemas: what {@link describeFunction} and the runner take. */
export interface AnySyncDefinition extends DefinitionFields {
  readonly type: 'sync';
  readonly frequency: string;
  readonly models: Readonly<Record<string, z.ZodType>>;
  readonly checkpoint?: z.ZodType | undefined;
  readonly autoStart?: boolean | undefined;
  readonly webhookSubscriptions?: readonly string[] | undefined;
  readonly trackDeletes?: boolean | undefined;
  readonly syncType?: 'full' | 'incremental' | undefined;
  readonly deletionGuard?: number | undefined;
  readonly endpoints?: readonly unknown[] | undefined;
  readonly onWebhook?: unknown;
}

/** Any action, whatever its schemas. */
export interface AnyActionDefinition extends DefinitionFields {
  readonly type: 'action';
  readonly input: z.ZodType;
  readonly output: z.ZodType;
  readonly endpoint?: unknown;
}

/** Any on-event function. */
export interface AnyOnEventDefinition extends DefinitionFields {
  readonly type: 'on-event';
  readonly event: string;
}

/** Any function: what a script's default export is. */
export type AnyDefinition = AnySyncDefinition | AnyActionDefinition | AnyOnEventDefinition;

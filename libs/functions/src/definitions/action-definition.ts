import type { z } from 'zod';
import type { FunctionHelpers } from '../helpers/function-helpers.js';
import type { FunctionEndpoint, MetadataSchema } from './definition-schemas.js';

/** What {@link createAction} takes (specification, "Function runtime"). */
export interface ActionDefinition<
  TInput extends z.ZodType = z.ZodType,
  TOutput extends z.ZodType = z.ZodType,
  TMetadata extends MetadataSchema = z.ZodVoid,
> {
  /** What the action does, for people. */
  readonly description: string;
  /** Schema of the input. Checked before the action runs; `z.void()` where there is none. */
  readonly input: TInput;
  /** Schema of the returned value. Checked after the action ran; `z.void()` where there is none. */
  readonly output: TOutput;
  /** Free text to track changes. */
  readonly version?: string;
  /** Schema of the connection's metadata, as `getMetadata` returns it. */
  readonly metadata?: TMetadata;
  /** Scopes that the provider's API wants for this function. Documentation only, not enforced. */
  readonly scopes?: readonly string[];
  /** @deprecated Actions are triggered by name with `POST /action/trigger`. */
  readonly endpoint?: FunctionEndpoint;
  /** The action itself. `input` was checked, with the schema's defaults and transforms applied. */
  readonly exec: (
    svc: FunctionHelpers<TMetadata>,
    input: z.infer<TInput>,
  ) => Promise<z.input<TOutput>> | z.input<TOutput>;
}

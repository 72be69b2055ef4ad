import type { FunctionHelpers } from '../helpers/function-helpers.js';
import type { FunctionEndpoint, MetadataSchema, NoMetadata } from './definition-schemas.js';
import type { InputOf, OutputOf, Schema } from './schema.js';

/** What {@link createAction} takes (specification, "Function runtime"). */
export interface ActionDefinition<
  TInput extends Schema = Schema,
  TOutput extends Schema = Schema,
  TMetadata extends MetadataSchema = NoMetadata,
> {
  /** What the action does, for people and for models that call it as a tool. At most 2000 characters. */
  readonly description: string;
  /** Schema of the input. Checked before the action runs; `z.void()` where there is none. */
  readonly input: TInput;
  /** Schema of the returned value, at most 10 MB of JSON. Checked after the action ran; `z.void()` where there is none. */
  readonly output: TOutput;
  /** Free text to track changes. */
  readonly version?: string;
  /** Schema of the connection's metadata, as `getMetadata` returns it. Default `z.void()`. */
  readonly metadata?: TMetadata;
  /** Scopes that the provider's API wants for this function. Documentation only, not enforced. */
  readonly scopes?: readonly string[];
  /** @deprecated Actions are triggered by name with `POST /action/trigger`. */
  readonly endpoint?: FunctionEndpoint;
  /** The action itself. `input` was checked, with the schema's defaults and transforms applied. */
  readonly exec: (
    svc: FunctionHelpers<TMetadata>,
    input: OutputOf<TInput>,
  ) => Promise<InputOf<TOutput>> | InputOf<TOutput>;
}

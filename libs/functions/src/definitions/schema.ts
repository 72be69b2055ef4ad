/**
 * A zod schema, seen by its types alone: of any copy and version of zod that a project has installed, and of zod 3 (`zod/v3`)
 * too. `_output` is what parsing gives, `_input` what is parsed.
 */
export interface Schema<TOutput = unknown, TInput = unknown> {
  readonly _output: TOutput;
  readonly _input: TInput;
}

/** What a schema gives when it has parsed a value: with defaults and transforms applied. */
export type OutputOf<TSchema extends Schema> = TSchema['_output'];

/** What a schema takes: before defaults and transforms. */
export type InputOf<TSchema extends Schema> = TSchema['_input'];

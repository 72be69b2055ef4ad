import { z } from 'zod';
import { MAX_SCRIPT_LENGTH } from '../deploy/deploy-request.js';
import { storableTextSchema } from '../storable.js';

/** TypeScript of one function: its default export is what `createSync`, `createAction` or `createOnEvent` gives. */
export const functionSourceCodeSchema = storableTextSchema.min(1).max(MAX_SCRIPT_LENGTH);

/** Body of `POST /functions/compile`. */
export const compileFunctionBodySchema = z.strictObject({ code: functionSourceCodeSchema });
/** Body of `POST /functions/compile`. */
export type CompileFunctionBody = z.infer<typeof compileFunctionBodySchema>;

/** Answer of `POST /functions/compile`. */
export const compiledFunctionSchema = z.object({
  bundle_size_bytes: z.number().int(),
  bundled_js: z.string(),
  compiled_at: z.string(),
});
/** Answer of `POST /functions/compile`. */
export type CompiledFunctionAnswer = z.infer<typeof compiledFunctionSchema>;

/** A problem in the source of a function; `payload.diagnostics` of `compilation_error` and `validation_error`. */
export const sourceProblemSchema = z.object({
  message: z.string(),
  /** From 1; missing where the problem is the source as a whole. */
  line: z.number().int().optional(),
  column: z.number().int().optional(),
  /** The source around the place. */
  frame: z.string().optional(),
  /** What to do. */
  hint: z.string().optional(),
});
/** A problem in the source of a function. */
export type SourceProblem = z.infer<typeof sourceProblemSchema>;

import type { Schema } from '../definitions/schema.js';

/** What `zodValidateInput` checks. */
export interface ZodValidation<TSchema extends Schema> {
  zodSchema: TSchema;
  input: unknown;
}

/** The checked value, with the schema's defaults and transforms applied. */
export interface ZodValidated<TData> {
  success: true;
  data: TData;
}

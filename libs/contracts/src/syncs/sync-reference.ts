import { z } from 'zod';
import { functionNameSchema } from '../identifiers.js';

/** Variant of a sync that names none. It exists by itself and can be neither created nor deleted. */
export const BASE_VARIANT = 'base';

const SEPARATOR = '::';

/** A sync as a request names it, once parsed. */
export interface SyncReference {
  readonly name: string;
  readonly variant: string;
}

const fullSchema = z.strictObject({ name: functionNameSchema, variant: functionNameSchema });
const namedSchema = fullSchema.extend({ variant: functionNameSchema.default(BASE_VARIANT) });

const textSchema = z
  .string()
  .min(1)
  .transform((text) => {
    const [name = '', variant = BASE_VARIANT, ...rest] = text.split(SEPARATOR);
    return { name, variant: [variant, ...rest].join(SEPARATOR) };
  })
  .pipe(fullSchema);

/** `"name"`, `"name::variant"` or `{name, variant}` (wire contract, section 9). */
export const syncReferenceSchema = z.union([textSchema, namedSchema], {
  error: 'must be the name of a sync, "name::variant" or {name, variant}',
});
/** A sync as callers write it: `name` (variant `base`), `name::variant`, or both by themselves. */
export type SyncName = z.input<typeof syncReferenceSchema>;

/** Comma list of references, or `*` for all. */
export const syncReferenceListSchema = z
  .string()
  .min(1)
  .transform((text) => (text.trim() === '*' ? [] : text.split(',').map((part) => part.trim())))
  .pipe(z.array(textSchema));

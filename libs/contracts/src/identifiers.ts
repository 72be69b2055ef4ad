import { z } from 'zod';

/** Longest identifier that a caller chooses, in characters (wire contract, sections 4 and 5). */
export const MAX_IDENTIFIER_LENGTH = 255;

/** Unique key of an integration: letters, digits and `~ : . @ space _ -`. */
export const uniqueKeySchema = z
  .string()
  .min(1)
  .max(MAX_IDENTIFIER_LENGTH)
  .regex(/^[a-zA-Z0-9~:.@ _-]+$/, 'may contain letters, digits, spaces and ~ : . @ _ - only');

/** Connection id, as chosen by the customer or generated (UUID v4). */
export const connectionIdSchema = z
  .string()
  .min(1)
  .max(MAX_IDENTIFIER_LENGTH)
  .regex(
    /^[a-zA-Z0-9,.;:=+~[\]|@${}"'\\/_ -]+$/,
    'may contain letters, digits, spaces and , . ; : = + ~ [ ] | @ $ { } " \' \\ / _ - only',
  );

/** Name of a provider in the catalogue. */
export const providerNameSchema = z
  .string()
  .min(1)
  .max(MAX_IDENTIFIER_LENGTH)
  .regex(/^[a-zA-Z0-9_-]+$/, 'may contain letters, digits, _ and - only');

/** Name of a sync, an action, an on-event function or a variant. */
export const functionNameSchema = z
  .string()
  .min(1)
  .max(MAX_IDENTIFIER_LENGTH)
  .regex(/^[a-zA-Z0-9_-]+$/, 'may contain letters, digits, _ and - only');

/** Name of a model: an upper-case letter, then letters, digits, `_` and `-`; two characters at least. */
export const modelNameSchema = z
  .string()
  .min(2)
  .max(MAX_IDENTIFIER_LENGTH)
  .regex(/^[A-Z][a-zA-Z0-9_-]+$/, 'starts with an upper-case letter, then letters, digits, _ and - only');

/** A whole number in a path, a query or a header: digits alone, so that `1e0`, `0x1` or an empty text never passes for a number. */
export const wholeNumberTextSchema = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a whole number, in digits')
  .transform(Number);

/** Text that means true or false in a query or a header. */
export const booleanTextSchema = z.stringbool({
  truthy: ['true', '1', 'yes', 'on'],
  falsy: ['false', '0', 'no', 'off'],
});

import { z } from 'zod';
import { storableTextSchema } from '../storable.js';

/** Most tags of a connection (D15). */
export const MAX_TAGS = 64;
/** Longest value of a tag, in characters (specification, "Limits"). */
export const MAX_TAG_VALUE_LENGTH = 255;
/** Most tags that a list may be filtered by (wire contract, section 5). */
export const MAX_TAG_FILTERS = 10;

const TAG_KEY = /^[a-zA-Z][a-zA-Z0-9_\-./]{0,63}$/;

/** Tags by name. Names become lower case, and two that differ in case only are refused. */
const tagMapSchema = (maximum: number) =>
  z
    .record(z.string(), storableTextSchema.min(1).max(MAX_TAG_VALUE_LENGTH))
    .superRefine((tags, context) => {
      const names = Object.keys(tags);
      if (names.length > maximum) {
        context.addIssue({
          code: 'too_big',
          origin: 'set',
          maximum,
          inclusive: true,
          message: `at most ${maximum} tags are allowed`,
        });
      }
      const seen = new Set<string>();
      for (const name of names) {
        const issue = (message: string) => context.addIssue({ code: 'custom', path: [name], message });
        if (!TAG_KEY.test(name))
          issue('a tag name starts with a letter, then letters, digits and _ - . / up to 64 characters');
        else if (seen.has(name.toLowerCase())) issue(`the tag name "${name.toLowerCase()}" is given twice`);
        seen.add(name.toLowerCase());
      }
    })
    .transform((tags) => Object.fromEntries(Object.entries(tags).map(([name, value]) => [name.toLowerCase(), value])));

const isEmail = (text: string): boolean => z.email().safeParse(text).success;

/** Tags of a connection: at most 64, values of 1 to 255 characters (D15). The tag `end_user_email` is an e-mail address. */
export const tagsSchema = tagMapSchema(MAX_TAGS).refine(
  ({ end_user_email: email }) => email === undefined || isEmail(email),
  { path: ['end_user_email'], message: 'must be an e-mail address' },
);

/** Tags to find connections by: all of them must match. */
export const tagFilterSchema = tagMapSchema(MAX_TAG_FILTERS);

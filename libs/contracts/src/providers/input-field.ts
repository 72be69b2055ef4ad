import { z } from 'zod';

/** Formats that a value of an {@link InputField} may be held to. */
export const INPUT_FORMATS = ['hostname', 'uri', 'uuid', 'email'] as const;

/**
 * A value that a person types in when connecting an account or setting up an integration (wire contract, section 18,
 * "user input schemas"). The connect page draws a form from it and the gateway checks the values against it.
 */
export const inputFieldSchema = z.strictObject({
  /** Only text can be entered. */
  type: z.literal('string').default('string'),
  /** Label of the field. */
  title: z.string().min(1),
  description: z.string().optional(),
  /** A value that matches `pattern`, shown greyed out. */
  example: z.string().optional(),
  /** Regular expression that the whole value, without prefix and suffix, must match. */
  pattern: z.string().optional(),
  format: z.enum(INPUT_FORMATS).optional(),
  /** The only values allowed. */
  enum: z.array(z.string()).min(1).optional(),
  /** Position in the form; smaller comes first. */
  order: z.number().int().optional(),
  default_value: z.string().optional(),
  /** Shown before the value and not part of it. */
  prefix: z.string().optional(),
  /** Shown after the value and not part of it. */
  suffix: z.string().optional(),
  /** May be left empty. */
  optional: z.boolean().optional(),
  /** Never shown; takes `default_value`. */
  hidden: z.boolean().optional(),
  /** Never shown again after it was entered. */
  secret: z.boolean().optional(),
  /** Filled in by the gateway, so nobody has to enter it. */
  automated: z.boolean().optional(),
  /** Heading in the provider's connect guide that explains the value. */
  doc_section: z.string().optional(),
  /** Cautions to show, by the value that causes them. */
  warnings: z.record(z.string(), z.string()).optional(),
  /** Asked for only when another field has this value, or one of these values. */
  visible_when: z.strictObject({ field: z.string(), equals: z.union([z.string(), z.array(z.string())]) }).optional(),
});

/** A value that a person types in when connecting an account or setting up an integration. */
export type InputField = z.infer<typeof inputFieldSchema>;

/** Input fields by the name under which their value is stored. */
export const inputFieldsSchema = z.record(z.string().regex(/^[A-Za-z][A-Za-z0-9_]*$/), inputFieldSchema);

/** Input fields by the name under which their value is stored. */
export type InputFields = z.infer<typeof inputFieldsSchema>;

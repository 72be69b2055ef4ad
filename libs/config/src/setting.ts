import { z } from 'zod';

/** What a person needs to know about a setting; `.env.example` and error messages are made of it. */
export interface SettingDescription {
  /** Heading under which `.env.example` lists it. */
  readonly group: string;
  readonly description: string;
  /** Completes "Set it to …". */
  readonly expected: string;
  /** Never shown in a message. */
  readonly secret?: boolean;
  /** The value that applies when it is not set, as text for the reader. */
  readonly defaultText?: string;
  /** Must be set unless `NODE_ENV=development`. */
  readonly requiredOutsideDevelopment?: boolean;
}

const settingDescriptions = z.registry<SettingDescription>();

/** Attaches a description to the schema of one setting. */
export const setting = <Schema extends z.ZodType>(schema: Schema, description: SettingDescription): Schema => {
  settingDescriptions.add(schema, description);
  return schema;
};

/** The description that {@link setting} attached. */
export const descriptionOf = (schema: z.core.$ZodType): SettingDescription => {
  const description = settingDescriptions.get(schema);
  if (!description) throw new Error('A setting has no description: wrap its schema in setting()');
  return description;
};

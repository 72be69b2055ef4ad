/** Where a placeholder's value comes from. */
type VariableSource =
  | 'connectionConfig'
  | 'integrationConfig'
  | 'assertionOption'
  | 'credentials'
  /** A bare name: a part of the request, or a credential. */
  | 'named'
  /** The answer of step `step` of a TWO_STEP exchange. */
  | 'step';

/** A function that a placeholder may call. */
export const TEMPLATE_FUNCTIONS = [
  'base64',
  'sha256Hex',
  'sha256Base64',
  'hmacSha1Hex',
  'ed25519Sign',
  'fingerprint',
  'awsSigV4',
] as const;

/** A function that a placeholder may call. */
export type TemplateFunction = (typeof TEMPLATE_FUNCTIONS)[number];

/** A placeholder for a value, for example `${connectionConfig.region}`. */
export interface VariableSegment {
  readonly kind: 'variable';
  readonly source: VariableSource;
  readonly path: readonly string[];
  /** Number of the step, from 1; 0 where the source is not a step. */
  readonly step: number;
  /** The placeholder as it stands in the template. */
  readonly raw: string;
}

/** A placeholder for the current time, for example `${now+7:days:YYYY-MM-DD}`. */
export interface NowSegment {
  readonly kind: 'now';
  readonly offset: { readonly amount: number; readonly unit: string } | undefined;
  readonly format: string | undefined;
  readonly raw: string;
}

/** A placeholder that computes something from other text, for example `${base64(${username}:${password})}`. */
export interface FunctionSegment {
  readonly kind: 'function';
  /** As written; validation reports names that do not exist. */
  readonly name: string;
  /** Arguments: one for functions of a text, two (message and key) or a list for the others. */
  readonly args: readonly Sequence[];
  readonly raw: string;
}

/** A piece of a template. Plain text is a string. */
export type Segment = string | VariableSegment | NowSegment | FunctionSegment;

/** Pieces that are joined. */
export type Sequence = readonly Segment[];

/** A template, parsed once and evaluated as often as needed. */
export interface Template {
  readonly text: string;
  /** The text when there is nothing to fill in. */
  readonly literal: string | undefined;
  /** What stands between the double bars; the first whose placeholders all have values is taken. */
  readonly alternatives: readonly Sequence[];
}

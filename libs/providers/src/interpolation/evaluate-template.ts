import { callFunction } from './call-function.js';
import { formatTime } from './format-time.js';
import type { InterpolationContext } from './interpolation-context.js';
import { resolveVariable } from './resolve-variable.js';
import type { Segment, Sequence, Template } from './template.js';

/** A placeholder that has no value. */
export type MissingSegment = Exclude<Segment, string>;

/** A template with its placeholders filled in. */
export interface Evaluation {
  /** Placeholders without a value stay as they are written. */
  readonly text: string;
  /** The placeholders that had no value; undefined when all had one. */
  readonly missing: readonly MissingSegment[] | undefined;
}

/** Makes a value fit for its place; `before` is the text so far, `next` the piece that follows. */
export type Encode = (value: string, before: string, next: Segment | undefined) => string;

/** Fills in a template: the first alternative whose placeholders all have values, else the last one as far as it goes. */
export function evaluateTemplate(template: Template, context: InterpolationContext, encode?: Encode): Evaluation {
  if (template.literal !== undefined) return { text: template.literal, missing: undefined };
  let evaluation: Evaluation = { text: template.text, missing: undefined };
  for (const alternative of template.alternatives) {
    evaluation = evaluateSequence(alternative, context, encode);
    if (!evaluation.missing) return evaluation;
  }
  return evaluation;
}

function evaluateSequence(sequence: Sequence, context: InterpolationContext, encode?: Encode): Evaluation {
  let text = '';
  let missing: MissingSegment[] | undefined;
  for (const [index, segment] of sequence.entries()) {
    if (typeof segment === 'string') {
      text += segment;
      continue;
    }
    const value = evaluateSegment(segment, context);
    if (typeof value === 'string') {
      text += encode ? encode(value, text, sequence[index + 1]) : value;
    } else {
      text += segment.raw;
      (missing ??= []).push(...value);
    }
  }
  return { text, missing };
}

/** The value, or the placeholders that kept it from having one. */
function evaluateSegment(segment: MissingSegment, context: InterpolationContext): string | readonly MissingSegment[] {
  switch (segment.kind) {
    case 'variable':
      return resolveVariable(segment, context) ?? [segment];
    case 'now':
      return formatTime(segment, context.now) ?? [segment];
    case 'function': {
      const args = segment.args.map((argument) => evaluateSequence(argument, context));
      const missing = args.flatMap((argument) => argument.missing ?? []);
      if (missing.length > 0) return missing;
      const texts = args.map((argument) => argument.text);
      return callFunction(segment.name, texts, context) ?? [segment];
    }
  }
}

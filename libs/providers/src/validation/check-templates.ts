import type { ProviderDefinition } from '@svc/contracts';
import { formatTime, offsetUnit } from '../interpolation/format-time.js';
import { parseTemplate } from '../interpolation/parse-template.js';
import { TEMPLATE_FUNCTIONS, type NowSegment, type Sequence, type VariableSegment } from '../interpolation/template.js';
import { knownBareNames, knownConnectionConfig, knownCredentials } from './known-names.js';
import { templateTexts } from './template-texts.js';
import type { FieldProblem } from './field-problem.js';

const FUNCTION_NAMES: ReadonlySet<string> = new Set(TEMPLATE_FUNCTIONS);

/** Placeholders that can never have a value. */
export function checkTemplates(definition: ProviderDefinition): FieldProblem[] {
  const check = variableCheck(definition);
  return templateTexts(definition).flatMap(({ path, text }) => {
    const reasons = parseTemplate(text).alternatives.flatMap((sequence) => sequenceReasons(sequence, check));
    return reasons.map((reason) => ({ path, reason }));
  });
}

type VariableCheck = (segment: VariableSegment) => string | undefined;

function sequenceReasons(sequence: Sequence, check: VariableCheck): string[] {
  return sequence.flatMap((segment) => {
    if (typeof segment === 'string') {
      return segment.includes('${') ? ['a placeholder is not closed with "}"'] : [];
    }
    switch (segment.kind) {
      case 'variable':
        return check(segment) ?? [];
      case 'now':
        return timeReasons(segment);
      case 'function':
        return [
          ...(FUNCTION_NAMES.has(segment.name) ? [] : [`there is no function "${segment.name}" (${segment.raw})`]),
          ...segment.args.flatMap((argument) => sequenceReasons(argument, check)),
        ];
    }
  });
}

function timeReasons(segment: NowSegment): string[] {
  const { offset, raw } = segment;
  if (offset && !offsetUnit(offset.unit)) return [`"${offset.unit}" in ${raw} is not a unit of time`];
  return formatTime(segment, new Date()) === undefined ? [`${raw} is further away than any date`] : [];
}

function variableCheck(definition: ProviderDefinition): VariableCheck {
  const bare = knownBareNames(definition);
  const credentials = knownCredentials(definition);
  const connectionConfig = knownConnectionConfig(definition);
  const steps = (definition.additional_steps?.length ?? 0) + 1;
  const knows = (known: ReadonlySet<string>, path: readonly string[]): boolean =>
    known.has(path[0] ?? '') || known.has(path.join('.'));

  return ({ source, path, step, raw }) => {
    switch (source) {
      case 'connectionConfig':
        return knows(connectionConfig, path) ? undefined : `${raw} is not declared in connection_config`;
      case 'integrationConfig':
        return knows(new Set(Object.keys(definition.integration_config ?? {})), path)
          ? undefined
          : `${raw} is not declared in integration_config`;
      case 'assertionOption':
        return knows(new Set(Object.keys(definition.assertion_option ?? {})), path)
          ? undefined
          : `${raw} is not declared in assertion_option`;
      case 'credentials':
        return knows(credentials, path) ? undefined : `${raw} is not a credential of this provider`;
      case 'step':
        return step <= steps ? undefined : `${raw} refers to a step that does not exist (there are ${steps})`;
      case 'named':
        return knows(bare, path) ? undefined : `${raw} is neither a credential of this provider nor a known name`;
    }
  };
}

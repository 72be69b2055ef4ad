import { functionEndpointSchema, MAX_DESCRIPTION_LENGTH, modelNameSchema, readFrequency } from '@svc/contracts';
import type { FunctionDescriptor, SyncDescriptor } from '@svc/functions';
import { CronExpressionParser } from 'cron-parser';
import { messageOf } from '../cli-error.js';
import type { Diagnostic } from '@svc/compile';
import { findText } from './find-text.js';
import type { CompiledFunction } from './function-file.js';

interface Problem {
  readonly message: string;
  /** Text of the source that the problem is about. */
  readonly about: string;
}

/** What the gateway would refuse about a definition, found before it is sent. */
export function checkDefinition(compiled: CompiledFunction): Diagnostic[] {
  const { descriptor, file, kind, name, ts } = compiled;
  return problemsOf(descriptor).map(({ message, about }) => ({
    severity: 'error',
    file,
    message: `${kind} "${name}" ${message}`,
    ...findText(ts, about),
  }));
}

function problemsOf(descriptor: FunctionDescriptor): Problem[] {
  const long = descriptor.description.length > MAX_DESCRIPTION_LENGTH;
  return [
    ...(long
      ? [{ message: `has a description of more than ${MAX_DESCRIPTION_LENGTH} characters`, about: 'description' }]
      : []),
    ...(descriptor.type === 'on-event' ? [] : descriptor.endpoints.flatMap(endpointProblems)),
    ...(descriptor.type === 'sync' ? syncProblems(descriptor) : []),
  ];
}

function syncProblems(sync: SyncDescriptor): Problem[] {
  const frequency = frequencyProblem(sync.frequency);
  return [
    ...(frequency === undefined
      ? []
      : [{ message: `has a wrong frequency: ${frequency}`, about: sync.frequency || 'frequency' }]),
    ...Object.keys(sync.models).flatMap(modelProblems),
    ...(Object.keys(sync.models).length === 0 ? [{ message: 'has no model: add one to models', about: 'models' }] : []),
    ...(sync.trackDeletes && sync.checkpoint !== null
      ? [
          {
            message:
              'has trackDeletes beside a checkpoint: each run would delete what it did not fetch again. Remove trackDeletes',
            about: 'trackDeletes',
          },
        ]
      : []),
    ...(sync.webhookSubscriptions.length > 0 && !sync.hasWebhookHandler
      ? [
          {
            message: 'has webhookSubscriptions but no onWebhook: add the handler or remove them',
            about: 'webhookSubscriptions',
          },
        ]
      : []),
  ];
}

function frequencyProblem(text: string): string | undefined {
  const reading = readFrequency(text);
  if (!reading.ok) return reading.problem;
  if (reading.frequency.kind === 'interval') return undefined;
  try {
    CronExpressionParser.parse(reading.frequency.expression, { tz: reading.frequency.timeZone }).next();
    return undefined;
  } catch (error) {
    return `"${text}" is not a valid cron expression: ${messageOf(error)}.`;
  }
}

function modelProblems(model: string): Problem[] {
  const issue = modelNameSchema.safeParse(model).error?.issues[0];
  return issue ? [{ message: `has the model "${model}", whose name ${issue.message}`, about: model }] : [];
}

function endpointProblems(endpoint: unknown): Problem[] {
  const issues = functionEndpointSchema.safeParse(endpoint).error?.issues ?? [];
  return issues.map(({ path, message }) => ({
    message: `has a wrong endpoint: ${path.join('.') || 'endpoint'} ${message}`,
    about: 'endpoint',
  }));
}

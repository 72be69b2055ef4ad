import { modelNameSchema, type ErrorIssue } from '@svc/contracts';
import { AppError } from '@svc/errors';
import { setImmediate } from 'node:timers/promises';
import { parseFrequency } from '../schedules/frequency.js';
import { functionIdentity } from './deploy-plan.js';
import { scriptSyntaxProblem } from './script-syntax.js';
import { unstorableText } from './unstorable-text.js';
import type { WantedFunction } from './wanted-function.js';

/** Problems of a deploy that its schema cannot see, each with the place in the body. */
export async function deployProblems(
  wanted: readonly WantedFunction[],
  storedHashes: ReadonlySet<string>,
): Promise<ErrorIssue[]> {
  const issues = [...duplicates(wanted), ...wanted.flatMap(definitionProblems)];
  for (const entry of wanted) {
    if (storedHashes.has(entry.script.hash)) continue;
    // A deploy may hold hundreds of scripts: other requests get their turn between them.
    await setImmediate();
    issues.push(...scriptProblems(entry));
  }
  return issues;
}

function duplicates(wanted: readonly WantedFunction[]): ErrorIssue[] {
  const seen = new Set<string>();
  return wanted.flatMap((entry) => {
    const identity = functionIdentity(entry);
    if (!seen.has(identity)) {
      seen.add(identity);
      return [];
    }
    return [issue(entry, [], 'is named twice: rename one of the two')];
  });
}

function definitionProblems(entry: WantedFunction): ErrorIssue[] {
  const { runs, trackDeletes, syncType, models } = entry.definition;
  const unstorable = unstorableText(entry.definition);
  return [
    ...(runs === null ? [] : frequencyProblems(entry, runs)),
    ...(entry.type === 'sync' ? models.flatMap((model, index) => modelProblems(entry, model, index)) : []),
    ...(trackDeletes && syncType === 'incremental'
      ? [
          issue(
            entry,
            ['track_deletes'],
            'cannot track deletes of an incremental sync: remove trackDeletes and call trackDeletesStart and trackDeletesEnd where the whole dataset is saved',
          ),
        ]
      : []),
    ...(unstorable
      ? [issue(entry, unstorable, 'holds a NUL character or half a surrogate pair, which cannot be stored: remove it')]
      : []),
  ];
}

function frequencyProblems(entry: WantedFunction, runs: string): ErrorIssue[] {
  try {
    parseFrequency(runs);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [issue(entry, ['runs'], `has a wrong frequency: ${error.message.replace(/\.$/, '')}`)];
  }
}

function modelProblems(entry: WantedFunction, model: string, index: number): ErrorIssue[] {
  const problem = modelNameSchema.safeParse(model).error?.issues[0];
  return problem
    ? [issue(entry, ['models', String(index)], `has the model "${model}", whose name ${problem.message}`)]
    : [];
}

function scriptProblems(entry: WantedFunction): ErrorIssue[] {
  const nul = [entry.script.code, entry.source.code, entry.script.sourceMap ?? ''].some((text) => text.includes('\0'));
  if (nul) return [issue(entry, ['fileBody'], 'holds a NUL character, which cannot be stored: remove it')];
  const problem = scriptSyntaxProblem(entry.script.code);
  return problem === undefined ? [] : [issue(entry, ['fileBody', 'js'], `has a script that ${problem}`)];
}

const issue = (entry: WantedFunction, path: readonly string[], problem: string): ErrorIssue => ({
  code: 'custom',
  message: `The ${entry.type} "${entry.name}" of "${entry.providerConfigKey}" ${problem}.`,
  path: [...entry.path, ...path],
});

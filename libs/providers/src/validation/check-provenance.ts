import type { ProviderDefinition } from '@svc/contracts';
import type { FieldProblem } from './field-problem.js';

/** `<what was read>: <which facts>`: an address, a package with its version, a file of a repository; or `recalled: …`. */
const SOURCE_ENTRY = /^(recalled|.*[\d./].*?): \S/;

const isRecalled = (entry: string): boolean => entry.startsWith('recalled:');

/** What the gateway's own files say about where their facts come from, and what a reader of the catalogue needs. */
export function checkProvenance(file: ProviderDefinition, resolved: ProviderDefinition): FieldProblem[] {
  return [
    ...(file.confidence ? [] : [{ path: 'confidence', reason: 'is required' }]),
    ...(resolved.categories?.length ? [] : [{ path: 'categories', reason: 'is required' }]),
    ...checkSource(file),
  ];
}

function checkSource({ confidence, source = [] }: ProviderDefinition): FieldProblem[] {
  const problem = (reason: string): FieldProblem[] => [{ path: 'source', reason }];
  const malformed = source.find((entry) => !SOURCE_ENTRY.test(entry));
  if (malformed !== undefined) return problem(`"${malformed}" must be "<what was read>: <which facts>"`);
  if (confidence === 'recalled' && source.some((entry) => !isRecalled(entry)))
    return problem('names what was read, so confidence is not recalled');
  if (confidence === 'documented' && source.every(isRecalled)) return problem('names nothing that was read');
  return [];
}

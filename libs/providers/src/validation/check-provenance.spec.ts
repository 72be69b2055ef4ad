import { describe, expect, it } from '@jest/globals';
import { checkProvenance } from './check-provenance.js';

const problems = (file: object): string[] =>
  checkProvenance({ ...file }, { categories: ['crm'], ...file }).map(({ path, reason }) => `${path}: ${reason}`);

describe('checkProvenance', () => {
  it.each([
    [{ confidence: 'recalled' }],
    [{ confidence: 'verified' }],
    [{ confidence: 'recalled', source: ['recalled: all of it'] }],
    [{ confidence: 'documented', source: ['https://x.test/docs: end points'] }],
    [{ confidence: 'documented', source: ['npm x@1.2.3 lib/a.js: scopes', 'recalled: paging'] }],
    [{ confidence: 'documented', source: ['github.com/a/b openapi.yaml: base URL'] }],
  ])('is content with %j', (file) => {
    expect(problems(file)).toEqual([]);
  });

  it.each([
    [{}, 'confidence: is required'],
    [{ confidence: 'verified', categories: [] }, 'categories: is required'],
    [{ confidence: 'recalled', source: ['https://x.test: end points'] }, 'source: names what was read'],
    [{ confidence: 'documented', source: ['recalled: all of it'] }, 'source: names nothing that was read'],
    [{ confidence: 'documented' }, 'source: names nothing that was read'],
    [{ confidence: 'documented', source: ['https://x.test/docs'] }, 'must be "<what was read>: <which facts>"'],
    [{ confidence: 'documented', source: ['somewhere: facts'] }, 'must be "<what was read>: <which facts>"'],
  ])('is not content with %j', (file, reason) => {
    expect(problems(file)).toEqual([expect.stringContaining(reason)]);
  });
});

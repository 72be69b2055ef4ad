import { describe, expect, it } from '@jest/globals';
import { parseCompilerOutput } from './type-check.js';

describe('parseCompilerOutput', () => {
  it('reads places, continued messages and problems of the configuration', () => {
    const output = [
      "github/syncs/a.ts(2,3): error TS2322: Type 'number' is not assignable to type 'string'.",
      "  Type 'number' is not comparable.",
      'error TS5023: Unknown compiler option.',
      '',
    ].join('\n');
    expect(parseCompilerOutput(output, () => 'one\n  two\nthree')).toEqual([
      {
        severity: 'error',
        file: 'github/syncs/a.ts',
        line: 2,
        column: 3,
        message: "Type 'number' is not assignable to type 'string'. (TS2322)\n  Type 'number' is not comparable.",
        frame: '    1 | one\n  > 2 |   two\n      |   ^\n    3 | three',
      },
      { severity: 'error', file: 'tsconfig.json', message: 'Unknown compiler option. (TS5023)' },
    ]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { bundleFunction } from '../testing/bundle-function.js';
import { SourcePositions } from './source-positions.js';

describe('SourcePositions', () => {
  it("shows the function's own source and leaves the runtime's frames out", async () => {
    const { code, sourceMap } = await bundleFunction(
      `const a = 1;\nexport default () => {\n  throw new Error('x');\n};`,
    );
    const line = code.split('\n').findIndex((text) => text.includes('throw')) + 1;
    const column = (code.split('\n')[line - 1] ?? '').indexOf('new') + 1;
    const stack = [
      'Error: x',
      `    at exec (svc:function:${line}:${column})`,
      '    at run (svc:runtime:1:2)',
      '    at (<isolated-vm boundary>)',
    ].join('\n');
    const { stack: shown, location, codeFrame } = new SourcePositions(code, sourceMap).explain(stack);
    expect(location).toEqual({ file: 'github/syncs/issues.ts', line: 3, column: 9 });
    expect(shown).toBe('Error: x\n    at exec (github/syncs/issues.ts:3:9)');
    expect(codeFrame).toBe(
      [
        `  1 | const a = 1;`,
        `  2 | export default () => {`,
        `> 3 |   throw new Error('x');`,
        `    |         ^`,
        `  4 | };`,
      ].join('\n'),
    );
  });

  it('shows the script itself where there is no map, or a broken one', () => {
    for (const map of [null, '{"version":']) {
      const { location, codeFrame } = new SourcePositions('a();\nb();', map).explain('Error\n    at svc:function:2:1');
      expect(location).toEqual({ file: 'function.js', line: 2, column: 1 });
      expect(codeFrame).toContain('> 2 | b();');
    }
  });

  it('keeps a stack without frames of the function', () => {
    expect(new SourcePositions('', null).explain('Error: far away')).toEqual({ stack: 'Error: far away' });
  });
});

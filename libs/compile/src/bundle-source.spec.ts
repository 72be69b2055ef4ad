import { describe, expect, it } from '@jest/globals';
import { bundleSource } from './bundle-source.js';

const FILE = 'github/actions/greet.ts';

describe('bundling one text', () => {
  it('gives a CommonJS script whose map names the file', async () => {
    const bundled = await bundleSource(
      `import { createAction } from '@svc/functions';\nexport default createAction({ description: 'x' } as any);`,
      FILE,
    );
    if (!('js' in bundled)) throw new Error(JSON.stringify(bundled));
    expect(bundled.js).toContain('require("@svc/functions")');
    expect(JSON.parse(bundled.map).sources).toEqual([FILE]);
  });

  it('takes the reference module name for its own', async () => {
    const bundled = await bundleSource(`import { createAction } from 'nango';\nexport default createAction;`, FILE);
    expect('js' in bundled && bundled.js).toContain('require("@svc/functions")');
  });

  it('makes zod 3 a part of the script', async () => {
    const bundled = await bundleSource(`import { z } from 'zod/v3';\nexport default z.object({});`, FILE);
    expect('js' in bundled && bundled.js).toContain('ZodObject');
    expect('js' in bundled && bundled.js).not.toContain('require("zod');
  });

  it('names everything that is wrong at once, each with its place', async () => {
    const code = `import axios from 'axios';\nimport fs from 'node:fs';\nimport { x } from './helper.js';\nexport default [axios, fs, x];`;
    expect(await bundleSource(code, FILE)).toMatchObject([
      { file: FILE, line: 1, column: 19, message: 'Functions cannot import "axios"', hint: expect.any(String) },
      { file: FILE, line: 2, message: 'Functions cannot import "node:fs"' },
      {
        file: FILE,
        line: 3,
        message: 'Functions cannot import "./helper.js"',
        hint: expect.stringContaining('one text'),
      },
    ]);
  });

  it('names every syntax error', async () => {
    const bundled = await bundleSource('const a = ;', FILE);
    expect(bundled).toMatchObject([{ severity: 'error', file: FILE, line: 1, column: 11 }]);
    expect('js' in bundled ? '' : bundled[0]?.frame).toContain('const a = ;');
  });

  it('reads no file of the machine', async () => {
    for (const path of ['/etc/passwd', '../package.json', 'file:///etc/passwd', 'data:text/javascript,1'])
      expect(await bundleSource(`import x from '${path}';\nexport default x;`, FILE)).toMatchObject([
        { message: `Functions cannot import "${path}"` },
      ]);
  });
});

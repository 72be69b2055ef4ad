import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AUTH_MODES } from '@svc/contracts';
import { FakeProvider } from '@svc/testing';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { allDefinitions } from '../../testing/auth-definitions.js';

/** A mode that nobody tries would be found by customers. */
describe('the conformance suite', () => {
  let provider: FakeProvider;

  beforeAll(async () => {
    provider = await FakeProvider.start();
  });
  afterAll(() => provider.stop());

  it('has a service for every auth mode, and tries every service', async () => {
    const definitions = Object.entries(allDefinitions(provider));
    const modes = definitions.map(([, yaml]) => /^auth_mode: (\w+)$/m.exec(yaml)?.[1]);
    expect(new Set(modes)).toEqual(new Set(AUTH_MODES));
    const folder = import.meta.dirname;
    const files = (await readdir(folder)).filter((file) => file.endsWith('.int.spec.ts'));
    const specs = (await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')))).join('\n');
    // Some names are made of a prefix and the variant.
    const isTried = (name: string): boolean =>
      specs.includes(`'${name}'`) || (/^(oauth1|jwt)-/.test(name) && specs.includes(`\`${name.split('-')[0]}-\${`));
    expect(definitions.map(([name]) => name).filter((name) => !isTried(name))).toEqual([]);
  });
});

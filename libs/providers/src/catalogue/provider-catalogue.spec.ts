import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ProviderDefinition } from '@svc/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ProviderCatalogue } from './provider-catalogue.js';

const acme: ProviderDefinition = {
  display_name: 'Acme',
  docs: 'https://acme.test/docs',
  auth_mode: 'NONE',
  aliases: ['acme-old'],
  proxy: { base_url: 'https://api.acme.test' },
};

const builtin = { definitions: { acme, zeta: { alias: 'acme', display_name: 'Zeta' } }, templates: {} };

const yaml = (displayName: string) =>
  `display_name: ${displayName}\ndocs: https://x.test/docs\nauth_mode: NONE\nproxy:\n  base_url: http://x.internal\n`;

describe('ProviderCatalogue', () => {
  let folder: string;
  let errors: string[];
  let open: ProviderCatalogue | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'definitions-'));
    errors = [];
  });

  afterEach(async () => {
    await open?.close();
    open = undefined;
    await rm(folder, { recursive: true, force: true });
  });

  const openCatalogue = async (operatorFolder?: string): Promise<ProviderCatalogue> => {
    const logger = { info: () => undefined, error: (_fields: object, message: string) => void errors.push(message) };
    open = await ProviderCatalogue.open({ publicUrl: 'https://gw.test', operatorFolder, logger, builtin, quietMs: 20 });
    return open;
  };

  const write = (file: string, text: string) => writeFile(path.join(folder, file), text);

  /** Changes files, then waits until the catalogue has followed. */
  const afterChange = async (catalogue: ProviderCatalogue, change: () => Promise<unknown>): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = catalogue.onChange(resolve);
    await change();
    await promise;
    stop();
  };

  it('finds providers by name, by other names and by a part of the name', async () => {
    const catalogue = await openCatalogue();
    expect(catalogue.get('acme')?.logo_url).toBe('https://gw.test/images/template-logos/acme.svg');
    expect(catalogue.get('acme-old')).toBe(catalogue.get('acme'));
    expect(catalogue.get('zeta')).toMatchObject({ name: 'zeta', display_name: 'Zeta', auth_mode: 'NONE' });
    expect(catalogue.get('zeta')?.aliases).toBeUndefined();
    expect(catalogue.get('nothing')).toBeUndefined();
    expect(catalogue.get('constructor')).toBeUndefined();
    expect(catalogue.list().map(({ name }) => name)).toEqual(['acme', 'zeta']);
    expect(catalogue.list({ search: 'ET' }).map(({ name }) => name)).toEqual(['zeta']);
    expect(catalogue.list({ search: '.*' })).toEqual([]);
  });

  it('prepares its answers, with a tag that changes with them', async () => {
    const catalogue = await openCatalogue(folder);
    expect(JSON.parse(catalogue.listAnswer().body.toString())).toEqual({ data: catalogue.list() });
    expect(JSON.parse(catalogue.mapAnswer.body.toString())).toHaveProperty('zeta.display_name', 'Zeta');
    const before = catalogue.listAnswer().etag;
    await afterChange(catalogue, () => write('new.yaml', yaml('New')));
    expect(catalogue.listAnswer().etag).not.toBe(before);
  });

  it('hands out objects that nobody can change', async () => {
    const provider = (await openCatalogue()).get('acme');
    expect(() => Object.assign(provider?.proxy ?? {}, { base_url: 'https://evil.test' })).toThrow(TypeError);
  });

  it("lays the operator's folder over its own definitions", async () => {
    await mkdir(path.join(folder, 'crm'));
    await write('crm/mine.yaml', yaml('Mine'));
    await write('acme.yml', yaml('My Acme'));
    await write('made.yaml', 'alias: mine\ndisplay_name: Made\n');
    await write('notes.txt', 'not a definition');
    await write('.hidden.yaml', 'not: one');
    const catalogue = await openCatalogue(folder);
    expect(catalogue.get('mine')?.proxy?.base_url).toBe('http://x.internal');
    expect(catalogue.get('acme')?.display_name).toBe('My Acme');
    expect(catalogue.get('zeta')?.proxy?.base_url).toBe('http://x.internal');
    expect(catalogue.get('made')).toMatchObject({ display_name: 'Made', auth_mode: 'NONE' });
    expect(errors).toEqual([]);
  });

  it('follows added, changed and removed files', async () => {
    const catalogue = await openCatalogue(folder);
    await afterChange(catalogue, () => write('mine.yaml', yaml('One')));
    expect(catalogue.get('mine')?.display_name).toBe('One');
    await afterChange(catalogue, () => write('mine.yaml', yaml('Two')));
    expect(catalogue.get('mine')?.display_name).toBe('Two');
    await afterChange(catalogue, () => rm(path.join(folder, 'mine.yaml')));
    expect(catalogue.get('mine')).toBeUndefined();
  });

  it('keeps the last good definition of a broken file and says once what is wrong', async () => {
    await write('mine.yaml', yaml('Good'));
    const catalogue = await openCatalogue(folder);
    await afterChange(catalogue, () => write('mine.yaml', `${yaml('Bad')}  retry:\n    att: [x]\n`));
    expect(catalogue.get('mine')?.display_name).toBe('Good');
    expect(errors).toEqual([expect.stringMatching(/mine\.yaml: proxy\.retry: "att" is not a field/)]);
    await afterChange(catalogue, () => write('other.yaml', yaml('Other')));
    expect(catalogue.get('other')?.display_name).toBe('Other');
    expect(catalogue.get('mine')?.display_name).toBe('Good');
    expect(errors).toHaveLength(1);
    await afterChange(catalogue, () => write('mine.yaml', yaml('Better')));
    expect(catalogue.get('mine')?.display_name).toBe('Better');
  });

  it.each([
    ['no YAML', 'a: [', /mine\.yaml: is not YAML/],
    ['empty', '', /mine\.yaml: .*expected object/i],
    [
      'a missing field',
      'auth_mode: API_KEY\ndisplay_name: X\ndocs: https://x.test\nproxy: {base_url: https://x.test}',
      /proxy: the API key is sent nowhere/,
    ],
    ['an unknown alias', 'alias: nobody', /alias: there is no provider "nobody"/],
    ['an alias of itself', 'alias: mine', /alias: is an alias of itself: mine -> mine/],
  ])('leaves out a file that is wrong from the start: %s', async (_what, text, message) => {
    await write('mine.yaml', text);
    await write('other.yaml', yaml('Other'));
    const catalogue = await openCatalogue(folder);
    expect(catalogue.get('mine')).toBeUndefined();
    expect(catalogue.get('other')?.display_name).toBe('Other');
    expect(errors).toEqual([expect.stringMatching(message)]);
  });

  it('refuses names that no provider can have and names that two files claim', async () => {
    await write('My Provider.yaml', yaml('A'));
    await write('b.yaml', yaml('B'));
    await write('b.yml', yaml('B'));
    const catalogue = await openCatalogue(folder);
    expect(catalogue.get('b')?.display_name).toBe('B');
    expect(errors).toEqual([
      expect.stringContaining('"My Provider" cannot be a provider\'s name'),
      expect.stringContaining('b.yml: "b" is already defined by b.yaml'),
    ]);
  });

  it('says at the start that a folder is not there', async () => {
    await expect(openCatalogue(path.join(folder, 'nowhere'))).rejects.toThrow(/PROVIDERS_DIR.*nowhere/);
  });

  it('has no ready-made functions for a provider without any, nor for one that it does not know', async () => {
    const catalogue = await openCatalogue();
    expect(catalogue.templates('acme')).toEqual([]);
    expect(catalogue.templates('nothing')).toEqual([]);
  });
});

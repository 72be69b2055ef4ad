import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Provider } from '@svc/contracts';
import { z } from 'zod';
import { catalogueOf } from './catalogue/catalogue-snapshot.js';
import { compileCatalogue } from './catalogue/compiled-catalogue.js';
import { readDefinitionFolder } from './catalogue/definition-folder.js';

const FOLDER = fileURLToPath(new URL('..', import.meta.url));

/** npm grant, MIT: authorize and token addresses of some 200 services. */
const grantSchema = z.record(z.string(), z.object({ authorize_url: z.string(), access_url: z.string() }));
const grant = grantSchema.parse(createRequire(import.meta.url)('grant/config/oauth.json'));

/** Services that have another name here. */
const OURS: Readonly<Record<string, string>> = {
  getbase: 'zendesk-sell',
  openstreetmap2: 'openstreetmap',
  projectplace2: 'projectplace',
  twitter2: 'x',
  visualstudio: 'azure-devops',
};

/** Addresses in another protocol than ours: grant has an older and a newer one of these, and the newer one is compared. */
const OLDER: ReadonlySet<string> = new Set(['openstreetmap', 'projectplace', 'twitter']);

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
const withoutQuery = (url: string): string => url.replace(/\/?(\?.*)?$/, '');

/** An address of ours as an expression: what is chosen from a list is one of it, what is typed in is what grant leaves open. */
function expressionOf(template: string, { connection_config, integration_config }: Provider): RegExp {
  const fields = { ...connection_config, ...integration_config };
  const parts = withoutQuery(template).split(/\$\{\w+\.(\w+)\}/);
  const expression = parts.map((part, index) => {
    if (index % 2 === 0) return escaped(part);
    const { enum: values = [], default_value: usual } = fields[part] ?? {};
    return `(?:\\[[^\\]]*\\]|${[...values, usual ?? ''].filter(Boolean).map(escaped).join('|') || '(?!)'})`;
  });
  return new RegExp(`^${expression.join('')}$`);
}

describe('providers that the npm package grant knows too', () => {
  let byName: ReadonlyMap<string, Provider>;
  let files: ReadonlyMap<string, string>;

  beforeAll(async () => {
    const all = catalogueOf(await compileCatalogue(FOLDER));
    byName = new Map(all.flatMap((one) => [one.name, ...(one.aliases ?? [])].map((name) => [plain(name), one])));
    const definitions = path.join(FOLDER, 'definitions');
    const { fileNames } = await readDefinitionFolder(definitions);
    const texts = [...fileNames].map(async (file): Promise<[string, string]> => [
      path.basename(file, '.yaml'),
      await readFile(path.join(definitions, file), 'utf8'),
    ]);
    files = new Map(await Promise.all(texts));
  });

  /** Whether comment or source say more of grant than that it was read. */
  const explains = ({ name }: Provider): boolean =>
    /grant/.test((files.get(name) ?? '').replace(/npm grant\S* [^:\n]*: authorize and token addresses'?$/gm, ''));

  it('have the same addresses, or their file says why not', () => {
    const compared = Object.entries(grant).flatMap(([theirs, addresses]) => {
      const provider = OLDER.has(theirs) ? undefined : byName.get(plain(OURS[theirs] ?? theirs));
      // One that is connected in another way has no such addresses.
      return provider?.authorization_url === undefined ? [] : [{ theirs, provider, addresses }];
    });
    const silent = compared
      .filter(({ provider, addresses: { authorize_url: authorize, access_url: access } }) => {
        const isSame = (ours: unknown, their: string): boolean =>
          typeof ours === 'string' &&
          ours.split(' || ').some((one) => expressionOf(one, provider).test(withoutQuery(their)));
        const agree = isSame(provider.authorization_url, authorize) && isSame(provider.token_url, access);
        return !agree && !explains(provider);
      })
      .map(({ theirs, provider: { name, authorization_url: url, token_url: token } }) => [theirs, name, url, token]);
    expect(compared.length).toBeGreaterThan(130);
    expect(silent).toEqual([]);
  });
});

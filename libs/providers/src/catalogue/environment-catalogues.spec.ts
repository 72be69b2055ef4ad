import { beforeEach, describe, expect, it } from '@jest/globals';
import { providerDefinitionSchema } from '@svc/contracts';
import { ProviderCatalogue } from './provider-catalogue.js';

const logger = { info: () => undefined, error: () => undefined };
const acme = providerDefinitionSchema.parse({
  display_name: 'Acme',
  docs: 'https://acme.test',
  auth_mode: 'API_KEY',
  aliases: ['acme-old'],
  proxy: { base_url: 'https://api.acme.test', headers: { authorization: 'Bearer ${apiKey}' } },
});

describe('what environments add to the catalogue', () => {
  let catalogue: ProviderCatalogue;

  beforeEach(async () => {
    const builtin = { definitions: { acme }, templates: {} };
    catalogue = await ProviderCatalogue.open({ publicUrl: 'https://gw.test', logger, builtin });
    const definition = providerDefinitionSchema.parse({ alias: 'acme', display_name: 'Our Acme' });
    catalogue.useCustom([{ environmentId: 1, name: 'ours', definition }]);
  });

  it('is found by that environment only, with what it takes over', () => {
    expect(catalogue.get('ours', 1)).toMatchObject({ name: 'ours', display_name: 'Our Acme', auth_mode: 'API_KEY' });
    expect(catalogue.get('ours', 1)).not.toHaveProperty('aliases');
    expect(catalogue.get('ours', 2)).toBeUndefined();
    expect(catalogue.get('ours')).toBeUndefined();
    expect(catalogue.get('acme-old', 1)?.name).toBe('acme');
  });

  it('is listed for that environment only, in order', () => {
    const names = (environmentId?: number) => catalogue.list({ environmentId }).map(({ name }) => name);
    expect([names(1), names(2), names()]).toEqual([['acme', 'ours'], ['acme'], ['acme']]);
    expect(catalogue.list({ search: 'OUR', environmentId: 1 })).toHaveLength(1);
    expect(JSON.parse(catalogue.listAnswer(1).body.toString()).data).toHaveLength(2);
    expect(catalogue.listAnswer(1)).toBe(catalogue.listAnswer(1));
    expect(catalogue.listAnswer(2)).toBe(catalogue.listAnswer());
  });

  it('stays what it is when a later version of the gateway brings a provider of that name', () => {
    catalogue.useCustom([{ environmentId: 1, name: 'acme', definition: { ...acme, display_name: 'The first one' } }]);
    expect(catalogue.get('acme', 1)?.display_name).toBe('The first one');
    expect(catalogue.get('acme', 2)?.display_name).toBe('Acme');
    expect(catalogue.list({ environmentId: 1 })).toHaveLength(1);
  });

  it('goes with the provider that it is an alias of', () => {
    catalogue.useCustom([{ environmentId: 1, name: 'ours', definition: { alias: 'nobody' } }]);
    expect(catalogue.get('ours', 1)).toBeUndefined();
  });
});

import 'reflect-metadata';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { APP_FILTER, APP_PIPE } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { flowConfigSchema, listProvidersResponseSchema, type FlowConfig, type ProviderTemplate } from '@svc/contracts';
import { CustomProviderLoader, CustomProviders, FunctionTemplateLookup, LOGGER } from '@svc/domain';
import { ProviderCatalogue, type CompiledCatalogue } from '@svc/providers';
import { ContractPipe } from '../edge/contract.pipe.js';
import { ErrorFilter } from '../edge/error.filter.js';
import { ProvidersController } from './providers.controller.js';
import { PublicCatalogueController } from './public-catalogue.controller.js';

const silent = { info: () => undefined, error: () => undefined, warn: () => undefined, debug: () => undefined };

const template: ProviderTemplate = {
  type: 'sync',
  name: 'items',
  returns: ['Item'],
  json_schema: null,
  runs: 'every hour',
  auto_start: true,
  track_deletes: false,
};
const action: ProviderTemplate = { type: 'action', name: 'zap', returns: [], json_schema: null };

const flowOf = ({ type, name }: ProviderTemplate): FlowConfig =>
  flowConfigSchema.parse({
    type,
    syncName: name,
    providerConfigKey: 'acme',
    fileBody: { js: '1', ts: '1' },
    models: [],
  });

const builtin: CompiledCatalogue = {
  definitions: {
    acme: { display_name: 'Acme Corp', docs: 'https://acme.test', auth_mode: 'NONE', aliases: ['acme-old'] },
    beta: { alias: 'acme', display_name: 'Beta' },
  },
  templates: {
    acme: [template, action].map((summary) => ({ summary, code: `// ${summary.name}`, flow: flowOf(summary) })),
  },
};

describe('the routes of the catalogue', () => {
  let app: NestFastifyApplication;

  beforeAll(async () => {
    const catalogue = await ProviderCatalogue.open({ publicUrl: 'https://gw.test', logger: silent, builtin });
    const module = await Test.createTestingModule({
      controllers: [ProvidersController, PublicCatalogueController],
      providers: [
        { provide: ProviderCatalogue, useValue: catalogue },
        { provide: CustomProviderLoader, useValue: { find: async (_: number, name: string) => catalogue.get(name) } },
        { provide: CustomProviders, useValue: {} },
        FunctionTemplateLookup,
        { provide: LOGGER, useValue: silent },
        { provide: APP_PIPE, useClass: ContractPipe },
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
    }).compile();
    const adapter = new FastifyAdapter({ routerOptions: { maxParamLength: 2295, ignoreTrailingSlash: true } });
    app = module.createNestApplication<NestFastifyApplication>(adapter);
    // Access is proved elsewhere; here somebody simply has it.
    app
      .getHttpAdapter()
      .getInstance()
      .addHook('onRequest', async (request) => {
        Object.assign(request, { caller: { kind: 'environment', environmentId: 1 } });
      });
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
  });

  afterAll(() => app.close());

  const get = (url: string, headers = {}) => app.inject({ method: 'GET', url, headers });

  describe('GET /providers', () => {
    it('answers every provider whole, with aliases resolved', async () => {
      const response = await get('/providers');
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
      const { data } = listProvidersResponseSchema.parse(response.json());
      expect(data).toEqual([
        expect.objectContaining({
          name: 'acme',
          display_name: 'Acme Corp',
          logo_url: 'https://gw.test/images/template-logos/acme.svg',
        }),
        expect.objectContaining({ name: 'beta', display_name: 'Beta', auth_mode: 'NONE' }),
      ]);
    });

    it('finds a part of the name in any case', async () => {
      const names = async (search: string) =>
        listProvidersResponseSchema
          .parse((await get(`/providers?search=${search}`)).json())
          .data.map(({ name }) => name);
      expect(await names('CM')).toEqual(['acme']);
      expect(await names('nothing')).toEqual([]);
      expect(await names('.')).toEqual([]);
      expect(await names('')).toEqual(['acme', 'beta']);
    });

    it.each(['search=%24%7B', `search=${'a'.repeat(256)}`, 'other=1', 'search=a&search=b'])(
      'refuses %s',
      async (query) => {
        const response = await get(`/providers?${query}`);
        expect(response.statusCode).toBe(400);
        expect(response.json()).toMatchObject({ error: { code: 'invalid_query_params' } });
      },
    );

    it('answers 304 to a caller that has it already', async () => {
      const { etag } = (await get('/providers')).headers;
      expect(etag).toMatch(/^"[\w-]+"$/);
      for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
        const response = await get('/providers', { 'if-none-match': known });
        expect([response.statusCode, response.body, response.headers['etag']]).toEqual([304, '', etag]);
      }
      expect((await get('/providers', { 'if-none-match': '"old"' })).statusCode).toBe(200);
    });
  });

  describe('GET /providers/{provider}', () => {
    it('answers a provider under its name and under another', async () => {
      expect((await get('/providers/acme')).json()).toMatchObject({ data: { name: 'acme' } });
      expect((await get('/providers/acme-old/')).json()).toMatchObject({ data: { name: 'acme' } });
    });

    it('answers 404 for one that it does not know', async () => {
      const response = await get('/providers/Nobody_1');
      expect(response.statusCode).toBe(404);
      expect(response.json()).toMatchObject({
        error: { code: 'not_found', message: expect.stringContaining('"Nobody_1"') },
      });
    });

    it.each(['a.b', 'a%20b', '%00', 'a'.repeat(256), '..%2f..'])('refuses the name %s', async (name) => {
      const response = await get(`/providers/${name}`);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({
        error: { code: 'invalid_uri_params', errors: [{ path: ['provider'] }] },
      });
    });
  });

  describe('GET /providers/{provider}/templates', () => {
    it('answers actions, then syncs', async () => {
      expect((await get('/providers/acme/templates')).json()).toEqual({ data: [action, template] });
    });

    it('answers an empty list where there is none, and for an unknown provider', async () => {
      for (const name of ['beta', 'nobody']) {
        const response = await get(`/providers/${name}/templates`);
        expect([response.statusCode, response.json()]).toEqual([200, { data: [] }]);
      }
    });
  });

  describe('GET /providers/{provider}/templates/{name}/code', () => {
    it('answers the source', async () => {
      expect((await get('/providers/acme/templates/items/code')).json()).toEqual({ type: 'sync', code: '// items' });
      expect((await get('/providers/acme/templates/zap/code?type=action')).json()).toMatchObject({ type: 'action' });
    });

    it('says where to look for one that is not there', async () => {
      for (const path of [
        'acme/templates/none/code',
        'acme/templates/zap/code?type=sync',
        'nobody/templates/zap/code',
      ]) {
        const response = await get(`/providers/${path}`);
        expect(response.statusCode).toBe(404);
        expect(response.json().error).toMatchObject({
          code: 'not_found',
          message: expect.stringContaining('templates lists'),
        });
      }
    });
  });

  it('GET /providers.json answers all of them by name', async () => {
    const response = await get('/providers.json');
    expect(response.json()).toMatchObject({ acme: { name: 'acme' }, beta: { auth_mode: 'NONE' } });
    const again = await get('/providers.json', { 'if-none-match': response.headers['etag'] });
    expect(again.statusCode).toBe(304);
  });

  describe('GET /images/template-logos/{name}.svg', () => {
    it('draws a logo', async () => {
      const response = await get('/images/template-logos/acme.svg');
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-type']).toMatch(/^image\/svg\+xml/);
      expect(response.headers['cache-control']).toBe('public, max-age=86400');
      expect(response.body).toContain('aria-label="Acme Corp"');
      expect((await get('/images/template-logos/gone.svg')).body).toContain('aria-label="gone"');
    });

    it.each(['acme.png', 'acme', '<b>.svg', '..%2fx.svg'])('refuses %s', async (file) => {
      expect((await get(`/images/template-logos/${encodeURI(file)}`)).statusCode).toBe(400);
    });
  });
});

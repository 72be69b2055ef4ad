import { describe, expect, it } from '@jest/globals';
import { providerSchema, type InputField } from '@svc/contracts';
import type { FieldGroup, FormField } from './form-field.js';
import { initialValues, problemsOf, sentValues, visibleFields, withoutSecrets } from './form-values.js';

const field = (name: string, input: Partial<InputField> = {}, group: FieldGroup = 'params'): FormField => ({
  id: `${group}.${name}`,
  group,
  name,
  kind: 'text',
  input: { type: 'string', title: name, ...input },
});

const SUBDOMAIN = field('subdomain', { pattern: '[a-z]+', prefix: 'https://', suffix: '.acme.example' });
const SECRET = field('apiKey', { secret: true }, 'credentials');
const PASSWORD = field('password', { secret: true }, 'credentials');

describe('what is sent', () => {
  it.each([
    ['team', 'team'],
    ['  team ', 'team'],
    ['https://team.acme.example', 'team'],
    ['https://team.acme.example/', 'team'],
    ['team.acme.example', 'team'],
  ])('takes %p for %p', (typed, sent) => {
    expect(problemsOf([SUBDOMAIN], { [SUBDOMAIN.id]: typed })).toEqual({});
    expect(sentValues([SUBDOMAIN], { [SUBDOMAIN.id]: typed }).params).toEqual({ subdomain: sent });
  });

  it('adds https:// to an address without it', () => {
    const address = field('baseUrl', { format: 'uri' });
    const send = (typed: string) => sentValues([address], { [address.id]: typed }).params['baseUrl'];
    expect(send('gitea.example.com:3000/git')).toBe('https://gitea.example.com:3000/git');
    expect(send('http://gitea.example.com')).toBe('http://gitea.example.com');
    expect(send('nonsense')).toBe('nonsense');
  });

  it('loses the line break of a copied key, and nothing of a password', () => {
    const values = { [SECRET.id]: ' key-1\n', [PASSWORD.id]: ' pass word ' };
    expect(sentValues([SECRET, PASSWORD], values).credentials).toEqual({ apiKey: 'key-1', password: ' pass word ' });
  });

  it('leaves out what is empty, and keeps groups apart', () => {
    const level = field('level', {}, 'assertionOption');
    const values = { [SUBDOMAIN.id]: '', [SECRET.id]: 'k', [level.id]: '2' };
    expect(sentValues([SUBDOMAIN, SECRET, level], values)).toEqual({
      params: {},
      credentials: { apiKey: 'k' },
      assertionOption: { level: '2' },
    });
  });
});

it('begins with defaults, and forgets only secrets after a failure', () => {
  const host = field('host', { default_value: 'login.example.com' });
  expect(initialValues([host, SECRET])).toEqual({ 'params.host': 'login.example.com', 'credentials.apiKey': '' });
  expect(withoutSecrets([host, SECRET], { 'params.host': 'a', 'credentials.apiKey': 'k' })).toEqual({
    'params.host': 'a',
    'credentials.apiKey': '',
  });
});

describe('visibleFields', () => {
  const REGION = field('region', { enum: ['eu', 'us', 'moon'] });
  const CRATER = field('crater', { visible_when: { field: 'region', equals: ['moon', 'mars'] } });
  const TUNNEL = field('tunnel', { visible_when: { field: 'mode', equals: 'deep' } });
  const provider = providerSchema.parse({
    name: 'p',
    display_name: 'P',
    docs: '',
    logo_url: '',
    auth_mode: 'NONE',
    connection_config: { mode: { title: 'Mode', hidden: true, default_value: 'deep' } },
  });
  const names = (values: Record<string, string>, presets: Record<string, unknown> = {}) =>
    visibleFields([REGION, CRATER, TUNNEL], values, provider, presets).map(({ name }) => name);

  it('follows what is typed, what the session sets and what nobody is asked for', () => {
    expect(names({ 'params.region': 'eu' })).toEqual(['region', 'tunnel']);
    expect(names({ 'params.region': 'moon' })).toEqual(['region', 'crater', 'tunnel']);
    expect(names({ 'params.region': '' }, { region: 'mars' })).toEqual(['region', 'crater', 'tunnel']);
    expect(names({}, { mode: 'flat' })).toEqual(['region']);
  });
});

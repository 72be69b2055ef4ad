import { describe, expect, it } from '@jest/globals';
import type { Integration } from '@svc/contracts';
import { findIntegrations } from './find-integrations.js';

const integration = (display_name: string, unique_key: string): Integration => ({
  unique_key,
  provider: unique_key,
  display_name,
  logo: '',
  forward_webhooks: true,
  created_at: '',
  updated_at: '',
});

const ALL = [
  integration('Élan Vital', 'elan'),
  integration('Google Drive', 'google-drive'),
  integration('My Drive', 'my-drive'),
  integration('Slack', 'chat'),
];
const find = (query: string) => findIntegrations(ALL, query).map(({ display_name: name }) => name);

describe('findIntegrations', () => {
  it('finds by name and key, without case and accents, by all words', () => {
    expect(find('')).toHaveLength(4);
    expect(find('ELAN')).toEqual(['Élan Vital']);
    expect(find('chat')).toEqual(['Slack']);
    expect(find('drive goo')).toEqual(['Google Drive']);
    expect(find('zzz')).toEqual([]);
  });

  it('shows first what begins with the query', () => {
    expect(find('my')).toEqual(['My Drive']);
    expect(find('s')[0]).toBe('Slack');
  });
});

import { describe, expect, it } from '@jest/globals';
import { lossesOf, planLines, summarisePlan } from './plan-lines.js';

describe('the plan of a deploy', () => {
  const sync = { name: 'issues', providerConfigKey: 'github', auto_start: true, connections: 1 };
  const change = { providerConfigKey: 'github', fields: [], schemas: [], effect: null };
  const summary = summarisePlan({
    newSyncs: [sync],
    updatedSyncs: [{ ...sync, name: 'users', connections: 3 }],
    deletedSyncs: [{ ...sync, name: 'teams', connections: 2 }],
    newActions: [],
    updatedActions: [],
    deletedActions: [{ name: 'act', providerConfigKey: 'github' }],
    deletedModels: ['Old'],
    newOnEventScripts: [{ name: 'greet', providerConfigKey: 'github', event: 'post-connection-creation' }],
    updatedOnEventScripts: [],
    deletedOnEventScripts: [],
    changes: [
      { ...change, change: 'created', type: 'sync', name: 'issues', effect: 'starts' },
      { ...change, change: 'created', type: 'on-event', name: 'greet' },
      {
        ...change,
        change: 'updated',
        type: 'sync',
        name: 'users',
        fields: ['code', 'source', 'runs'],
        schemas: [{ name: 'User', change: 'changed' }],
        effect: 'restarts',
      },
      { ...change, change: 'deleted', type: 'sync', name: 'teams', effect: 'stops' },
      { ...change, change: 'deleted', type: 'action', name: 'act' },
    ],
    drops: [{ providerConfigKey: 'github', model: 'Old', records: 120 }],
  });

  it('has a line for each change: what is different, and what becomes of syncs', () => {
    expect(planLines(summary)).toEqual([
      '  + sync     github/issues  (starts for 1 connection)',
      '  + on-event github/greet',
      '  ~ sync     github/users  (code, runs; schema User changed; its schedule restarts for 3 connections)',
      '  - sync     github/teams  (stops for 2 connections)',
      '  - action   github/act',
      '  Models that no sync writes any more: Old',
    ]);
  });

  it('says what would be lost', () => {
    expect(lossesOf(summary)).toEqual([
      'the sync github/teams, with its checkpoints',
      '120 records of github/Old, which no sync writes any more',
    ]);
  });
});

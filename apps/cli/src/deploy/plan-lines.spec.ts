import { describe, expect, it } from '@jest/globals';
import { planLines, summarisePlan } from './plan-lines.js';

describe('the plan of a deploy', () => {
  it('has a line for each change, with what a sync reaches', () => {
    const sync = { name: 'issues', providerConfigKey: 'github', auto_start: true, connections: 1 };
    const summary = summarisePlan({
      newSyncs: [sync],
      updatedSyncs: [{ ...sync, name: 'users', connections: 3 }],
      deletedSyncs: [],
      newActions: [],
      updatedActions: [],
      deletedActions: [{ name: 'act', providerConfigKey: 'github' }],
      deletedModels: ['Old'],
      newOnEventScripts: [{ name: 'greet', providerConfigKey: 'github', event: 'post-connection-creation' }],
      updatedOnEventScripts: [],
      deletedOnEventScripts: [],
    });
    expect(planLines(summary)).toEqual([
      '  + sync     github/issues  (1 connection)',
      '  + on-event github/greet',
      '  ~ sync     github/users  (3 connections)',
      '  - action   github/act',
      '  Models that no sync writes any more: Old',
    ]);
  });
});

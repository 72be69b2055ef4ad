import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { createAction, createOnEvent, createSync, describeFunction } from './index.js';

describe('describeFunction', () => {
  it('describes a sync with the JSON Schema of every model, and its defaults', () => {
    const sync = createSync({
      description: 'Issues',
      frequency: 'every hour',
      models: { Issue: z.object({ id: z.string(), createdAt: z.date() }) },
      checkpoint: z.object({ since: z.string() }),
      exec: () => undefined,
    });
    expect(describeFunction(sync)).toMatchObject({
      type: 'sync',
      description: 'Issues',
      frequency: 'every hour',
      autoStart: true,
      trackDeletes: false,
      metadata: null,
      version: null,
      scopes: [],
      webhookSubscriptions: [],
      hasWebhookHandler: false,
      models: {
        Issue: {
          type: 'object',
          required: ['id', 'createdAt'],
          properties: { createdAt: { type: 'string', format: 'date-time' } },
        },
      },
      checkpoint: { properties: { since: { type: 'string' } } },
    });
  });

  it('describes what callers send to an action and what they get', () => {
    const action = createAction({
      description: 'Greets',
      input: z.object({ name: z.string().default('you') }),
      output: z.void(),
      metadata: z.object({ tone: z.string() }),
      exec: () => undefined,
    });
    const descriptor = describeFunction(action);
    expect(descriptor).toMatchObject({ type: 'action', output: null, metadata: { required: ['tone'] } });
    expect(descriptor).not.toHaveProperty('input.required');
    expect(JSON.parse(JSON.stringify(descriptor))).toEqual(descriptor);
  });

  it('describes an on-event function', () => {
    const hook = createOnEvent({ description: 'Welcome', event: 'post-connection-creation', exec: () => undefined });
    expect(describeFunction(hook)).toMatchObject({ type: 'on-event', event: 'post-connection-creation' });
  });

  it('names every field that is wrong', () => {
    expect(() => describeFunction({ type: 'sync', description: 1, models: { A: {} }, exec: () => 1 })).toThrow(
      /description must be text; frequency must be text.*every entry of models must be a zod schema/,
    );
    expect(() => describeFunction(undefined)).toThrow(/createSync, createAction or createOnEvent/);
  });
});

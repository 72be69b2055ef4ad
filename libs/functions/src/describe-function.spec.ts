import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import * as z3 from 'zod/v3';
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

  it('describes schemas of zod 3 as those of zod 4', () => {
    enum Level {
      low = 1,
      high = 2,
    }
    interface Node {
      children: Node[];
    }
    const tree: z3.ZodType<Node> = z3.lazy(() => z3.object({ children: z3.array(tree) }));
    const shape = {
      email: z3.string().email().min(3).describe('where to'),
      age: z3.number().int().min(0).optional(),
      kind: z3.enum(['a', 'b']).default('a'),
      level: z3.nativeEnum(Level),
      at: z3.date().nullable(),
      tags: z3.array(z3.string()).nonempty(),
      more: z3.record(z3.number()),
      one: z3.union([z3.literal(5), z3.boolean()]),
      trimmed: z3.string().transform((text) => text.length),
      tree,
    };
    const action = createAction({
      description: 'd',
      input: z3.object(shape).strict(),
      output: z3.object({ kind: z3.string().default('a'), any: z3.string().transform(Number) }).passthrough(),
      exec: () => ({ any: '1' }),
    });
    const properties = {
      email: { type: 'string', format: 'email', minLength: 3, description: 'where to' },
      age: { type: 'integer', minimum: 0 },
      kind: { enum: ['a', 'b'] },
      level: { enum: [1, 2] },
      at: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] },
      tags: { type: 'array', items: { type: 'string' }, minItems: 1 },
      more: { type: 'object', additionalProperties: { type: 'number' } },
      one: { anyOf: [{ const: 5 }, { type: 'boolean' }] },
      trimmed: { type: 'string' },
      tree: { type: 'object', properties: { children: { type: 'array', items: {} } }, required: ['children'] },
    };
    const required = ['email', 'level', 'at', 'tags', 'more', 'one', 'trimmed', 'tree'];
    expect(describeFunction(action)).toMatchObject({
      input: { type: 'object', properties, required, additionalProperties: false },
      output: { type: 'object', properties: { kind: { type: 'string' }, any: {} }, required: ['kind', 'any'] },
    });
  });

  it('names every field that is wrong', () => {
    expect(() => describeFunction({ type: 'sync', description: 1, models: { A: {} }, exec: () => 1 })).toThrow(
      /description must be text; frequency must be text.*every entry of models must be a zod schema/,
    );
    const action = { type: 'action', description: 'd', input: z.void(), output: z.void(), exec: () => 1 };
    expect(() => describeFunction({ ...action, scopes: 'repo', version: 2 })).toThrow(
      /version must be text; scopes must be a list of texts/,
    );
    const sync = { type: 'sync', description: 'd', frequency: 'every hour', models: {}, exec: () => 1 };
    expect(() => describeFunction({ ...sync, autoStart: 'no', webhookSubscriptions: '*', deletionGuard: 5 })).toThrow(
      /autoStart must be true or false; .*webhookSubscriptions must be a list of texts; deletionGuard must be a number from 0 to 1/,
    );
    expect(() => describeFunction(undefined)).toThrow(/createSync, createAction or createOnEvent/);
  });
});

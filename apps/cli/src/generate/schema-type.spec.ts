import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { schemaType } from './schema-type.js';

const typeOf = (schema: z.ZodType): string => schemaType({ ...z.toJSONSchema(schema, { unrepresentable: 'any' }) });

describe('a schema as a type', () => {
  it.each<[string, z.ZodType, string]>([
    ['text', z.string().min(1), 'string'],
    ['a whole number', z.int(), 'number'],
    ['one of several texts', z.enum(['a', 'b']), '"a" | "b"'],
    ['a list of one of several', z.array(z.enum(['a', 'b'])), '("a" | "b")[]'],
    ['nothing or text', z.string().nullable(), 'string | null'],
    ['a list of objects', z.array(z.object({ id: z.string() })), '{\n  id: string;\n}[]'],
    [
      'fields that may be missing',
      z.object({ a: z.string().optional(), 'b-c': z.null() }),
      '{\n  a?: string;\n  "b-c": null;\n}',
    ],
    ['a map', z.record(z.string(), z.number()), 'Record<string, number>'],
    ['an open object', z.looseObject({ id: z.string() }), '{\n  id: string;\n  [name: string]: unknown;\n}'],
    ['a tuple', z.tuple([z.string(), z.number()]), '[string, number]'],
    ['anything', z.unknown(), 'unknown'],
  ])('%s', (_what, schema, type) => {
    expect(typeOf(schema)).toBe(type);
  });

  it('ends where a schema contains itself', () => {
    const node: z.ZodType = z.lazy(() => z.object({ id: z.string(), children: z.array(node) }));
    expect(typeOf(node)).toContain('id: string');
  });

  it('joins what has to hold at once', () => {
    const parts = [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, { $ref: '#/$defs/Name' }];
    expect(schemaType({ allOf: parts, $defs: { Name: { type: 'string' } } })).toBe('(string | null) & string');
  });

  it('keeps descriptions', () => {
    expect(typeOf(z.object({ id: z.string().describe('Its */ id') }))).toBe('{\n  /** Its * / id */\n  id: string;\n}');
  });
});

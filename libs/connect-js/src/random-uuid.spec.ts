import { expect, it } from '@jest/globals';
import { connectAttemptParamsSchema } from '@svc/contracts';
import { randomUuid } from './random-uuid.js';

it('gives a different UUID of version 4 each time, as the gateway takes it', () => {
  const ids = Array.from({ length: 200 }, randomUuid);
  expect(new Set(ids).size).toBe(200);
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(connectAttemptParamsSchema.safeParse({ attempt: id }).success).toBe(true);
  }
});

import { describe, expect, it } from '@jest/globals';
import { DEFAULT_RENEWAL_TIMING } from '../auth-modes/tokens/renewal-timing.js';
import type { FoundConnection } from './found-connection.js';
import { RenewalPlanner } from './renewal-planner.service.js';

const MINUTE_MS = 60_000;
const DAY = 24 * 60;
const NOW = Date.parse('2030-01-01T00:00:00Z');

const at = (minutes: number): Date => new Date(NOW + minutes * MINUTE_MS);

/** A planner for a provider with that buffer, and a connection whose token lives from and until those minutes from now. */
function planned(expiresIn: number | null, { issuedAt, buffer }: { issuedAt?: number; buffer?: number } = {}) {
  const catalogue = { get: () => ({ token_expiration_buffer: buffer }) };
  const planner: RenewalPlanner = Reflect.construct(RenewalPlanner, [catalogue, {}, {}, DEFAULT_RENEWAL_TIMING]);
  const life = {
    expiresAt: expiresIn === null ? null : at(expiresIn),
    issuedAt: issuedAt === undefined ? null : at(issuedAt),
  };
  const found: FoundConnection = Object.assign(Object.create(null), {
    integration: { provider: 'p' },
    connection: life,
  });
  return {
    isDue: planner.isDue(found, 'usable', NOW),
    isDueForSweep: planner.isDueForSweep(found, NOW),
    nextCheckIn: (planner.nextCheckAt(found, life, NOW).getTime() - NOW) / MINUTE_MS,
  };
}

describe('RenewalPlanner', () => {
  it.each([
    ['expires in an hour', planned(60), { isDue: false, isDueForSweep: false, nextCheckIn: 40 }],
    ['expires before the sweep after next', planned(19), { isDue: false, isDueForSweep: true, nextCheckIn: 0 }],
    ['expires within the buffer', planned(14), { isDue: true, isDueForSweep: true, nextCheckIn: 0 }],
    ['has expired', planned(-600), { isDue: true, isDueForSweep: true, nextCheckIn: 0 }],
    ['never expires', planned(null), { isDue: false, isDueForSweep: false, nextCheckIn: DAY }],
    ['expires next week', planned(7 * DAY), { isDue: false, isDueForSweep: false, nextCheckIn: DAY }],
    ['has a long buffer', planned(60, { buffer: 3_600 }), { isDue: false, isDueForSweep: true, nextCheckIn: 0 }],
    ['has a short buffer', planned(14, { buffer: 60 }), { isDue: false, isDueForSweep: false, nextCheckIn: 8 }],
    // Renewed when somebody needs it; ahead of time it would be renewed at each sweep.
    ['lives 20 minutes', planned(9, { issuedAt: -11 }), { isDue: true, isDueForSweep: false, nextCheckIn: DAY }],
    ['lives an hour', planned(10, { issuedAt: -50 }), { isDue: true, isDueForSweep: true, nextCheckIn: 0 }],
  ])('knows a token that %s', (_, is, expected) => {
    expect(is).toEqual(expected);
  });
});

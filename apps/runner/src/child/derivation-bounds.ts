/** How dear a key may be that is derived of a password: all runs of the process stand still meanwhile. */
export const DERIVATION_BOUNDS = {
  /** Half a second, on a slow machine a second. */
  iterations: 1_000_000,
  /** Of scrypt, N * r * p; a quarter of a second. */
  scryptCost: 2 ** 19,
} as const;

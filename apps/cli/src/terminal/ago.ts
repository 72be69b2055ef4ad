const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
] as const;

/** How long ago a moment was: `5 m ago`; `in 5 m` for one to come. */
export function ago(moment: string, nowMs = Date.now()): string {
  const passedMs = nowMs - Date.parse(moment);
  const [unit, lengthMs] = UNITS.find(([, ms]) => Math.abs(passedMs) >= ms) ?? ['s', 1000];
  const amount = `${Math.round(Math.abs(passedMs) / lengthMs)} ${unit}`;
  return passedMs < 0 ? `in ${amount}` : `${amount} ago`;
}

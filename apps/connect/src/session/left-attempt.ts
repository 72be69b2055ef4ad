/** An authorization that went on in this very window: when the page is opened again, it asks how it ended. */
export interface LeftAttempt {
  readonly attempt: string;
  /** Unique key of the integration. */
  readonly integration: string;
}

const KEY = 'connect-attempt';

/** Remembered for this window and session only. Storage may be forbidden, in frames above all. */
export function leaveAttempt(sessionToken: string, left: LeftAttempt): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ sessionToken, ...left }));
  } catch {
    // The person sees the end at the provider, and nothing here.
  }
}

/** Gives it back once. */
export function takeLeftAttempt(sessionToken: string): LeftAttempt | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    sessionStorage.removeItem(KEY);
    if (typeof stored !== 'object' || stored === null) return undefined;
    const { sessionToken: owner, attempt, integration } = stored as Record<string, unknown>;
    const isWhole = typeof attempt === 'string' && typeof integration === 'string';
    return owner === sessionToken && isWhole ? { attempt, integration } : undefined;
  } catch {
    return undefined;
  }
}

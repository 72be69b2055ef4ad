/** A failure of a run as the API shows it; nothing when there was none. */
export function latestErrorOf(error: Record<string, unknown> | null): {
  error?: { type?: string; name?: string; message: string };
} {
  const { message, type, name } = error ?? {};
  if (typeof message !== 'string') return {};
  return {
    error: { ...(typeof type === 'string' && { type }), ...(typeof name === 'string' && { name }), message },
  };
}

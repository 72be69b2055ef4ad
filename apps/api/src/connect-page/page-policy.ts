/**
 * Content security policy of the hosted page: nothing but its own files runs, and it speaks with its own gateway only, so that
 * `apiURL` in a forged link leads nowhere. Customers show it in frames of their own pages.
 */
export function pagePolicy(publicUrl: string): string {
  const { origin } = new URL(publicUrl);
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' ${origin} data: https:`,
    `connect-src 'self' ${origin}`,
    'frame-ancestors *',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

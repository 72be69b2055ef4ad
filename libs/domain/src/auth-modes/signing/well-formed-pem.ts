const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----([\s\S]+?)-----END \1-----/g;

/**
 * Keys and certificates as PEM wants them. Forms and environment variables write line breaks as `\n`, as blanks or not at
 * all.
 */
export function wellFormedPem(text: string): string {
  const blocks = text.replaceAll('\\n', '\n').matchAll(BLOCK);
  return Array.from(blocks, ([, label = '', body = '']) => {
    const lines = body.replaceAll(/\s+/g, '').match(/.{1,64}/g) ?? [];
    return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
  }).join('');
}

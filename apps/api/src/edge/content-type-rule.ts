import { AppError } from '@svc/errors';

/** First segments of the paths that take JSON only (wire contract, section 1). */
const JSON_ROUTERS = new Set(
  `oauth oauth2 api-auth auth providers environments integrations connection connections environment-variables environment sync
  cli records mcp scripts functions action connect v1`.split(/\s+/),
);

/** Whether the path belongs to a router that takes JSON only. */
export function takesJsonOnly(url: string): boolean {
  const [, firstSegment = ''] = url.split(/[/?]/, 2);
  return JSON_ROUTERS.has(firstSegment);
}

/** @throws {AppError} 415 when a JSON router gets another content type. None at all is fine. */
export function checkContentType(url: string, contentType: string | undefined): void {
  if (contentType === undefined || contentType.toLowerCase().startsWith('application/json')) return;
  if (!takesJsonOnly(url)) return;
  throw new AppError('invalid_content_type', `Send JSON with "Content-Type: application/json", not "${contentType}".`);
}

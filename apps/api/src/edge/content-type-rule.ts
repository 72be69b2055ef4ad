import { AppError } from '@svc/errors';

/** First segments of the paths that take JSON only (wire contract, section 1). */
const JSON_ROUTERS = new Set(
  `oauth oauth2 api-auth auth providers environments integrations connection connections environment-variables environment sync
  cli records mcp scripts functions action connect v1`.split(/\s+/),
);

/** @throws {AppError} 415 when a JSON router gets another content type. None at all is fine. */
export function checkContentType(url: string, contentType: string | undefined): void {
  if (contentType === undefined || contentType.toLowerCase().startsWith('application/json')) return;
  const [, firstSegment = ''] = url.split(/[/?]/, 2);
  if (!JSON_ROUTERS.has(firstSegment)) return;
  throw new AppError('invalid_content_type', `Send JSON with "Content-Type: application/json", not "${contentType}".`);
}

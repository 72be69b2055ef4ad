import type { MissingSegment } from './evaluate-template.js';

const PREFIXES = {
  connectionConfig: 'connection_config.',
  integrationConfig: 'integration_config.',
  assertionOption: 'assertion_option.',
  credentials: 'credentials.',
  named: 'credentials.',
} as const;

/** What a placeholder without a value is called in the API, for example `connection_config.subdomain`. */
export function describeMissing(segment: MissingSegment): string {
  if (segment.kind !== 'variable') return segment.raw;
  const path = segment.path.join('.');
  if (segment.source === 'step') return `answer ${segment.step}: ${path}`;
  return `${PREFIXES[segment.source]}${path}`;
}

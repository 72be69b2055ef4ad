import type { FastifyInstance } from 'fastify';

const KIB = 1024;
const MIB = 1024 * KIB;

/** Largest body where no smaller limit is set. */
export const DEFAULT_BODY_LIMIT = 75 * MIB;

/** Routes whose bodies are small: by how the path begins. The first match counts. */
const LIMITS: readonly (readonly [prefix: string, bytes: number])[] = [
  ['/sync/deploy', DEFAULT_BODY_LIMIT],
  ['/sync', 256 * KIB],
  ['/environment', 256 * KIB],
  ['/integrations', 1 * MIB],
  ['/connections/metadata', DEFAULT_BODY_LIMIT],
  ['/connection/metadata', DEFAULT_BODY_LIMIT],
  ['/connect/', 256 * KIB],
  ['/connection', 8 * MIB],
  ['/records', 256 * KIB],
  ['/providers', 64 * KIB],
  ['/api-auth', 256 * KIB],
  ['/auth', 256 * KIB],
  ['/oauth', 256 * KIB],
  ['/health', 64 * KIB],
  ['/ready', 64 * KIB],
];

/** Gives each route that sets no limit of its own the one of its path. */
export function applyBodyLimits(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    route.bodyLimit ??= LIMITS.find(([prefix]) => route.url.startsWith(prefix))?.[1] ?? DEFAULT_BODY_LIMIT;
  });
}

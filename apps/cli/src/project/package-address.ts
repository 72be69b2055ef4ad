import { PACKAGE_SCOPE, packageListSchema } from '@svc/contracts';
import { CLI_VERSION } from '../version.js';

const TIMEOUT_MS = 5_000;

/**
 * Where a package of the gateway is installed from: the one that it serves now, which may be newer than this tool when npx took
 * it from its cache. While the gateway cannot be asked, the one that belongs to this tool.
 */
export async function packageAddress(host: string, library: 'cli' | 'client' | 'functions'): Promise<string> {
  try {
    const answer = await fetch(`${host}/packages`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { data } = packageListSchema.parse(await answer.json());
    const { pathname } = new URL(data.find(({ name }) => name === `${PACKAGE_SCOPE}/${library}`)?.url ?? '');
    // By the address that this machine knows the gateway by.
    return `${host}/packages/${pathname.split('/').at(-1)}`;
  } catch {
    return `${host}/packages/${PACKAGE_SCOPE.slice(1)}-${library}-${CLI_VERSION}.tgz`;
  }
}

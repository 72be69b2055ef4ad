import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import { invalidBody } from '@svc/errors';
import { isPublicAddress } from '@svc/http';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { CONFIG } from '../core/core.tokens.js';

/** Names that resolve inside a network only. */
const PRIVATE_NAME = /^(localhost|.*\.(localhost|local|internal|home\.arpa))$/i;

/**
 * Refuses webhook addresses that point at the gateway itself or into a private network. Deliveries are checked again on the
 * socket; this one tells the mistake at once.
 */
@Injectable()
export class WebhookUrlGuard {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** @throws AppError `invalid_body` with `path` */
  async check(url: string, ...path: string[]): Promise<void> {
    const { host, hostname } = new URL(url);
    const own = new URL(this.config.api.publicUrl);
    if (host === own.host || (!this.config.network.allowPrivate && hostname === own.hostname)) {
      throw refused(path, 'may not point at the gateway itself');
    }
    if (this.config.network.allowPrivate) return;
    const isPublic = await isPublicHost(hostname.replace(/^\[|\]$/g, ''));
    if (!isPublic) throw refused(path, `"${hostname}" is not on the public internet`);
  }
}

async function isPublicHost(host: string): Promise<boolean> {
  if (isIP(host) !== 0) return isPublicAddress(host);
  if (PRIVATE_NAME.test(host) || !host.includes('.')) return false;
  // A name that does not resolve now may do so when the first webhook is sent.
  const addresses = await lookup(host, { all: true }).catch(() => []);
  return addresses.every(({ address }) => isPublicAddress(address));
}

const refused = (path: string[], message: string) => invalidBody({ code: 'custom', path, message });

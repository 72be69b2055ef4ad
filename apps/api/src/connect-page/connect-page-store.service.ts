import { Injectable } from '@nestjs/common';
import { AppError } from '@svc/errors';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** A file of the page, in the form that the browser takes. */
export interface PageAsset {
  readonly content: Buffer;
  readonly type: string;
  /** Undefined when it is not compressed. */
  readonly encoding: string | undefined;
}

/** Names as the build gives them: the hash of the content is part of the name. */
const ASSET_NAME = /^[A-Za-z0-9_-]+\.(js|css)$/;
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};
/** What the build leaves beside each file, the smaller one first. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** The hosted page as `apps/connect` builds it. Read each time, because a build may replace it. */
@Injectable()
export class ConnectPageStore {
  /** Where its build puts it. */
  directory = path.resolve(import.meta.dirname, '../../../connect/dist/page');

  /** The document; undefined when nothing was built. */
  async document(): Promise<string | undefined> {
    return (await this.read('index.html'))?.toString();
  }

  /** @throws {AppError} `not_found`. */
  async asset(name: string, acceptEncoding: string): Promise<PageAsset> {
    const type = TYPES[path.extname(name)];
    if (type === undefined || !ASSET_NAME.test(name)) throw noSuchFile(name);
    for (const [encoding, ending] of ENCODINGS) {
      const content = takes(acceptEncoding, encoding) && (await this.read('assets', name + ending));
      if (content) return { content, type, encoding };
    }
    const content = await this.read('assets', name);
    if (!content) throw noSuchFile(name);
    return { content, type, encoding: undefined };
  }

  private async read(...names: string[]): Promise<Buffer | undefined> {
    try {
      return await readFile(path.join(this.directory, ...names));
    } catch (error) {
      if (Reflect.get(Object(error), 'code') === 'ENOENT') return undefined;
      throw error;
    }
  }
}

const noSuchFile = (name: string): AppError =>
  new AppError(
    'not_found',
    `The connect page has no file "${name}". A newer version may be running: load the page again.`,
  );

/** Whether a list such as `gzip, br;q=0.9` has the encoding, and not with a weight of 0 (RFC 9110, section 12.5.3). */
function takes(acceptEncoding: string, encoding: string): boolean {
  return acceptEncoding.split(',').some((entry) => {
    const [name, ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

import { Injectable } from '@nestjs/common';
import { AppError } from '@svc/errors';
import { createReadStream, type ReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const packedPackageSchema = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  /** Name of the tarball. */
  file: z.string(),
  bytes: z.number().int(),
  /** Subresource integrity, as npm writes it into lock files. */
  integrity: z.string(),
});

/** A package that the build packed. */
export type PackedPackage = z.infer<typeof packedPackageSchema>;

/** The tarballs that the build left beside the compiled API. */
@Injectable()
export class PackageStore {
  /** Where `scripts/pack.mjs` puts them. */
  directory = path.resolve(import.meta.dirname, '../../dist/tarballs');

  /** All packages; none when nothing was packed. Read each time, because a build may replace them. */
  async list(): Promise<PackedPackage[]> {
    try {
      const manifest: unknown = JSON.parse(await readFile(path.join(this.directory, 'packages.json'), 'utf8'));
      return z.array(packedPackageSchema).parse(manifest);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
      throw error;
    }
  }

  /** Only names that the manifest lists are opened. @throws {AppError} `not_found`. */
  async open(file: string): Promise<{ packed: PackedPackage; stream: ReadStream }> {
    const packed = (await this.list()).find((entry) => entry.file === file);
    if (!packed) throw new AppError('not_found', `There is no package "${file}": GET /packages lists them.`);
    return { packed, stream: createReadStream(path.join(this.directory, packed.file)) };
  }
}

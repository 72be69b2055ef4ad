import { Injectable } from '@nestjs/common';
import { AppError } from '@svc/errors';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { PackageArchive } from './package-archive.service.js';

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

/** A tarball. */
export interface Tarball {
  readonly integrity: string;
  readonly content: Buffer;
}

/** The file that a name without a version stands for now. */
export interface LatestFile {
  readonly latest: string;
}

const TARBALL_NAME = /^[\w.-]+\.tgz$/;

/** `@svc/cli` -> `svc-cli.tgz`, the address that does not change. */
const latestFile = ({ name }: PackedPackage): string => `${name.replace('@', '').replace('/', '-')}.tgz`;

/** The tarballs that the build left beside the compiled API, and those of earlier builds that somebody installed. */
@Injectable()
export class PackageStore {
  /** Where `scripts/pack.mjs` puts them. */
  directory = path.resolve(import.meta.dirname, '../../dist/tarballs');

  constructor(private readonly archive: PackageArchive) {}

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

  /**
   * A tarball, or where a name without a version leads. Only what the manifest lists is read from the disk.
   *
   * @throws {AppError} `not_found`
   */
  async open(file: string): Promise<Tarball | LatestFile> {
    const packages = await this.list();
    const latest = packages.find((entry) => latestFile(entry) === file);
    if (latest) return { latest: latest.file };
    const packed = packages.find((entry) => entry.file === file);
    if (packed) {
      const content = await readFile(path.join(this.directory, packed.file));
      await this.archive.keep({ file, name: packed.name, integrity: packed.integrity, content });
      return { integrity: packed.integrity, content };
    }
    const earlier = TARBALL_NAME.test(file) ? await this.archive.find(file) : undefined;
    if (earlier) return earlier;
    throw new AppError('not_found', `There is no package "${file}": GET /packages lists them.`);
  }
}

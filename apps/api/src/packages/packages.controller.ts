import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { Config } from '@svc/config';
import { packageParamsSchema, type PackageList, type PackageParams } from '@svc/contracts';
import { CONFIG } from '@svc/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../edge/access.decorator.js';
import { PackageStore } from './package-store.service.js';

/** How long caches may use a tarball without asking again: the content of a version never changes. */
const MAX_AGE_S = 86_400;

/** The command-line tool and the libraries, for npm to install: they are on no registry. */
@Controller('packages')
export class PackagesController {
  constructor(
    private readonly store: PackageStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @Public({ unlimited: true })
  async list(): Promise<PackageList> {
    const packages = await this.store.list();
    return {
      data: packages.map(({ name, version, description, file, bytes, integrity }) => {
        const url = `${this.config.api.publicUrl}/packages/${file}`;
        return { name, version, description, url, bytes, integrity, install: `npm install ${url}` };
      }),
    };
  }

  /** A tarball; a name without a version leads to the present one. */
  @Get(':file')
  @Public({ unlimited: true })
  async download(
    @Param({ schema: packageParamsSchema }) { file }: PackageParams,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const found = await this.store.open(file);
    if ('latest' in found) {
      await reply.header('cache-control', 'no-cache').redirect(found.latest, 302);
      return;
    }
    const { integrity, content } = found;
    const etag = `"${integrity}"`;
    void reply.header('etag', etag).header('cache-control', `public, max-age=${MAX_AGE_S}, immutable`);
    if (request.headers['if-none-match'] === etag) await reply.code(304).send();
    else await reply.type('application/octet-stream').send(content);
  }
}

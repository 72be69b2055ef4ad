import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { Config } from '@svc/config';
import { packageParamsSchema, type PackageList, type PackageParams } from '@svc/contracts';
import { CONFIG } from '@svc/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../edge/access.decorator.js';
import { PackageStore } from './package-store.service.js';

/** How long caches may use a tarball without asking again: a new build of the same version replaces it. */
const MAX_AGE_S = 60;

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

  @Get(':file')
  @Public({ unlimited: true })
  async download(
    @Param({ schema: packageParamsSchema }) { file }: PackageParams,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { packed, stream } = await this.store.open(file);
    const etag = `"${packed.integrity}"`;
    void reply.header('etag', etag).header('cache-control', `public, max-age=${MAX_AGE_S}`);
    if (request.headers['if-none-match'] === etag) {
      stream.destroy();
      await reply.code(304).send();
      return;
    }
    await reply.type('application/octet-stream').header('content-length', packed.bytes).send(stream);
  }
}

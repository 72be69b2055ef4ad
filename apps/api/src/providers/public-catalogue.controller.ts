import { Controller, Get, Header, Param, Req, Res } from '@nestjs/common';
import { logoParamsSchema, type LogoParams } from '@svc/contracts';
import { ProviderCatalogue, ProviderLogos } from '@svc/providers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../edge/access.decorator.js';
import { sendPrepared } from './prepared-answer.js';

/** What pages show without a key: the whole catalogue and the logos (wire contract, sections 1 and 3). */
@Controller()
export class PublicCatalogueController {
  private readonly logos = new ProviderLogos();

  constructor(private readonly catalogue: ProviderCatalogue) {}

  @Get('providers.json')
  @Public()
  async all(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await sendPrepared(request, reply, this.catalogue.mapAnswer, 'public');
  }

  /** Every name has a logo: an integration may outlive the provider that it was made from. */
  @Get('images/template-logos/:file')
  @Public({ unlimited: true })
  @Header('content-type', 'image/svg+xml')
  @Header('cache-control', 'public, max-age=86400')
  @Header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
  async logo(@Param({ schema: logoParamsSchema }) { file: name }: LogoParams): Promise<string> {
    return await this.logos.svg(name, this.catalogue.get(name)?.display_name ?? name);
  }
}

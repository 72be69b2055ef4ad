import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { Config } from '@svc/config';
import { connectAssetParamsSchema, type ConnectAssetParams } from '@svc/contracts';
import { CONFIG } from '@svc/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../edge/access.decorator.js';
import { ConnectPageStore } from './connect-page-store.service.js';
import { pagePolicy } from './page-policy.js';

/** The name changes with the content. */
const FOREVER = 'public, max-age=31536000, immutable';

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Connect</title>
<h1>The connect page is not built</h1>
<p>Its files are missing beside this gateway. Run <code>npm run build</code> on the machine that it runs on, or use an image that was built whole, then load this page again.</p>
`;

/** The hosted page, where people connect their accounts (wire contract, section 6). Its script reads the query. */
@Controller('connect')
export class ConnectPageController {
  private readonly policy: string;
  private readonly assets: string;

  constructor(
    private readonly store: ConnectPageStore,
    @Inject(CONFIG) { api: { publicUrl } }: Config,
  ) {
    this.policy = pagePolicy(publicUrl);
    // The document is asked for with and without a slash at its end, so its files have whole paths.
    this.assets = `${new URL(publicUrl).pathname.replace(/\/$/, '')}/connect/assets/`;
  }

  @Get()
  @Public({ unlimited: true })
  async page(@Res() reply: FastifyReply): Promise<void> {
    const document = await this.store.document();
    await reply
      .code(document === undefined ? 503 : 200)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', this.policy)
      .send(document?.replaceAll('"./assets/', `"${this.assets}`) ?? NOT_BUILT);
  }

  @Get('assets/:file')
  @Public({ unlimited: true })
  async asset(
    @Param({ schema: connectAssetParamsSchema }) { file }: ConnectAssetParams,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { content, type, encoding } = await this.store.asset(file, String(request.headers['accept-encoding'] ?? ''));
    if (encoding !== undefined) void reply.header('content-encoding', encoding);
    await reply.type(type).header('cache-control', FOREVER).header('vary', 'accept-encoding').send(content);
  }
}

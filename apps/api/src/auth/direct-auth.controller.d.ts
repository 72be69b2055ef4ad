import { type Connected, type ConnectParams, type DirectQuery } from '@svc/contracts';
import { DirectConnect, type SessionCaller } from '@svc/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
/** Takes typed-in credentials, a route for each auth mode (wire contract, section 6). */
export declare class DirectAuthController {
  private readonly direct;
  constructor(direct: DirectConnect);
  connect(
    { session }: SessionCaller,
    { providerConfigKey }: ConnectParams,
    { params }: DirectQuery,
    body: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Connected>;
}
//# sourceMappingURL=direct-auth.controller.d.ts.map

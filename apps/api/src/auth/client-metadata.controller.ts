import { Controller, Get, Header, Param } from '@nestjs/common';
import { clientMetadataParamsSchema, type ClientMetadata, type ClientMetadataParams } from '@svc/contracts';
import { ClientMetadataDocuments } from '@svc/domain';
import { Public } from '../edge/access.decorator.js';

/** What authorization servers read about an integration whose client id is this address (wire contract, section 6). */
@Controller('oauth/client-metadata')
export class ClientMetadataController {
  constructor(private readonly documents: ClientMetadataDocuments) {}

  @Get(':environmentUuid/:providerConfigKey')
  @Public()
  @Header('cache-control', 'public, max-age=300')
  async get(
    @Param({ schema: clientMetadataParamsSchema }) { environmentUuid, providerConfigKey }: ClientMetadataParams,
  ): Promise<ClientMetadata> {
    return await this.documents.get(environmentUuid, providerConfigKey);
  }
}

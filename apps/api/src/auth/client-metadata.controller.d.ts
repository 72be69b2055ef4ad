import { type ClientMetadata, type ClientMetadataParams } from '@svc/contracts';
import { ClientMetadataDocuments } from '@svc/domain';
/** What authorization servers read about an integration whose client id is this address (wire contract, section 6). */
export declare class ClientMetadataController {
  private readonly documents;
  constructor(documents: ClientMetadataDocuments);
  get({ environmentUuid, providerConfigKey }: ClientMetadataParams): Promise<ClientMetadata>;
}
//# sourceMappingURL=client-metadata.controller.d.ts.map

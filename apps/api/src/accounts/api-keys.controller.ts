import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import {
  apiKeyPathSchema,
  createApiKeyBodySchema,
  deleteApiKeyBodySchema,
  listApiKeysQuerySchema,
  updateApiKeyBodySchema,
  type ApiKeyList,
  type ApiKeyPath,
  type CreateApiKeyBody,
  type CreatedApiKey,
  type DeleteApiKeyBody,
  type ListApiKeysQuery,
  type UpdateApiKeyBody,
  type UpdatedApiKey,
} from '@svc/contracts';
import { ApiKeysService, type AccountCaller } from '@svc/domain';
import { AccountAccess } from '../edge/access.decorator.js';
import { CurrentAccount } from '../edge/caller.decorator.js';

/** Secret keys of environments, managed with an account key (wire contract, section 12; D19). */
@Controller('environment/api-keys')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @Get()
  @AccountAccess('account:environments:api_keys:list')
  async list(
    @CurrentAccount() { accountId }: AccountCaller,
    @Query({ schema: listApiKeysQuerySchema }) query: ListApiKeysQuery,
  ): Promise<ApiKeyList> {
    return await this.keys.list(accountId, query);
  }

  @Post()
  @HttpCode(200)
  @AccountAccess('account:environments:api_keys:create')
  async create(
    @CurrentAccount() { accountId }: AccountCaller,
    @Body({ schema: createApiKeyBodySchema }) body: CreateApiKeyBody,
  ): Promise<CreatedApiKey> {
    return await this.keys.create(accountId, body);
  }

  @Patch(':id')
  @AccountAccess('account:environments:api_keys:update')
  async update(
    @CurrentAccount() { accountId }: AccountCaller,
    @Param({ schema: apiKeyPathSchema }) { id }: ApiKeyPath,
    @Body({ schema: updateApiKeyBodySchema }) body: UpdateApiKeyBody,
  ): Promise<UpdatedApiKey> {
    return await this.keys.update(accountId, id, body);
  }

  @Delete()
  @AccountAccess('account:environments:api_keys:delete')
  async delete(
    @CurrentAccount() { accountId }: AccountCaller,
    @Body({ schema: deleteApiKeyBodySchema }) body: DeleteApiKeyBody,
  ): Promise<{ success: true }> {
    await this.keys.delete(accountId, body);
    return { success: true };
  }
}

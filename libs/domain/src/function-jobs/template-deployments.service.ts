import { Injectable } from '@nestjs/common';
import type { DeployTemplateBody } from '@svc/contracts';
import { AppError } from '@svc/errors';
import type { FunctionTemplate } from '@svc/providers';
import { ConnectionLookup } from '../connections/connection-lookup.service.js';
import { FunctionRegistry } from '../functions/function-registry.service.js';
import { FunctionTemplateLookup } from '../providers/function-template-lookup.service.js';
import { failureOutcome, type FunctionJobOutcome } from './function-job-payloads.service.js';
import { FunctionPublisher } from './function-publisher.service.js';

/** Ready-made functions, which are published at once: they were compiled and described when the catalogue was made. */
@Injectable()
export class TemplateDeployments {
  constructor(
    private readonly connections: ConnectionLookup,
    private readonly functions: FunctionRegistry,
    private readonly templates: FunctionTemplateLookup,
    private readonly publisher: FunctionPublisher,
  ) {}

  /** @throws {AppError} `template_not_found`, `template_already_deployed`, `ambiguous_function`. */
  async find(
    environmentId: number,
    integrationId: number,
    { integration_id: providerConfigKey, template: name, function_type: type }: DeployTemplateBody,
  ): Promise<FunctionTemplate> {
    const { integration } = await this.connections.find({ environmentId, providerConfigKey, connectionId: '' });
    const provider = integration?.provider ?? '';
    const template = this.templates.find(provider, { name, type });
    if (!template) {
      const message = `There is no template "${name}": GET /providers/${provider}/templates lists those of the provider.`;
      throw new AppError('template_not_found', message);
    }
    const published = await this.functions.listPublished([integrationId], template.summary.type);
    if (published.some((entry) => entry.name === name && entry.source === 'catalog')) {
      const message = `The template "${name}" is deployed to "${providerConfigKey}" already: delete the function first to deploy it anew.`;
      throw new AppError('template_already_deployed', message);
    }
    return template;
  }

  /** What came of it: a deploy that is refused is an outcome too. */
  async publish(
    caller: { readonly environmentId: number; readonly keyId: number },
    providerConfigKey: string,
    { flow }: FunctionTemplate,
  ): Promise<FunctionJobOutcome> {
    try {
      return await this.publisher.publish(
        {
          flowConfigs: [{ ...flow, providerConfigKey }],
          reconcile: false,
          debug: false,
          deployMode: 'single',
          source: 'catalog',
        },
        { ...caller, mayLoseRecords: false },
      );
    } catch (error) {
      if (error instanceof AppError) return failureOutcome(error);
      throw error;
    }
  }
}

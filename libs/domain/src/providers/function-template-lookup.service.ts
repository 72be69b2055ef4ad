import { Injectable } from '@nestjs/common';
import type { ProviderTemplate } from '@svc/contracts';
import { AppError } from '@svc/errors';
import { ProviderCatalogue, type FunctionTemplate, type TemplateReference } from '@svc/providers';

/** Ready-made functions of providers. */
@Injectable()
export class FunctionTemplateLookup {
  constructor(private readonly catalogue: ProviderCatalogue) {}

  /** Actions, then syncs; none for a provider that nobody knows. */
  list(provider: string): ProviderTemplate[] {
    return [...this.catalogue.templates(provider)];
  }

  /**
   * The one template that is meant; undefined where there is none.
   * @throws {AppError} `ambiguous_function` when the provider has both a sync and an action of this name.
   */
  find(provider: string, reference: TemplateReference): FunctionTemplate | undefined {
    const [found, other] = this.catalogue.findTemplates(provider, reference);
    if (!other) return found;
    throw new AppError(
      'ambiguous_function',
      `"${provider}" has both a sync and an action named "${reference.name}": say which by its type.`,
    );
  }

  /** @throws {AppError} `not_found`, and as {@link find}. */
  get(provider: string, reference: TemplateReference): FunctionTemplate {
    const found = this.find(provider, reference);
    if (found) return found;
    const message = `"${provider}" has no template "${reference.name}". GET /providers/${provider}/templates lists those that it has.`;
    throw new AppError('not_found', message);
  }
}

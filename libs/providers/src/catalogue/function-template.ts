import type { FlowConfig, FunctionKind, ProviderTemplate } from '@svc/contracts';

/** A ready-made function: what people read about it, its source, and what a deploy of it sends. */
export interface FunctionTemplate {
  readonly summary: ProviderTemplate;
  /** TypeScript, as it stands in a project. */
  readonly code: string;
  /** As a deploy takes it, for an integration whose key is the provider's name: put the own key in its place. */
  readonly flow: FlowConfig;
}

/** Which template of a provider. */
export interface TemplateReference {
  readonly name: string;
  readonly type?: FunctionKind | undefined;
}

/** Templates by provider. */
export type FunctionTemplates = Readonly<Record<string, readonly FunctionTemplate[]>>;

export const matchesTemplate =
  ({ name, type }: TemplateReference) =>
  ({ summary }: FunctionTemplate): boolean =>
    summary.name === name && (type === undefined || summary.type === type);

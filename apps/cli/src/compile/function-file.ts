import type { FunctionKind } from '@svc/contracts';
import type { FunctionDescriptor } from '@svc/functions';

/** A function that index.ts imports. */
export interface FunctionFile {
  /** Unique key of the integration: the name of the folder. */
  readonly integration: string;
  readonly kind: FunctionKind;
  readonly name: string;
  /** Relative to the project, with forward slashes. */
  readonly file: string;
}

/** A function as one script. */
export interface BundledFunction extends FunctionFile {
  /** Body of a CommonJS module; `module.exports.default` is the definition. */
  readonly js: string;
  /** Source map of `js`, as JSON. Its sources are relative to the project. */
  readonly map: string;
  /** The source as it was written. */
  readonly ts: string;
}

/** A function that can be deployed. */
export interface CompiledFunction extends BundledFunction {
  readonly descriptor: FunctionDescriptor;
}

/** How a function is called in messages. */
export const titleOf = ({ integration, kind, name }: Pick<FunctionFile, 'integration' | 'kind' | 'name'>): string =>
  `${kind} ${integration}/${name}`;

import type { ErrorIssue } from '@svc/contracts';

/** A problem as a standard schema reports it; zod adds `code`. */
export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
  readonly code?: string | undefined;
}

/** A problem that a schema found, in the form that the error envelope carries. */
export const toErrorIssue = ({ code = 'custom', message, path = [] }: SchemaIssue): ErrorIssue => ({
  code,
  message,
  path: path.map((segment) => String(typeof segment === 'object' ? segment.key : segment)),
});

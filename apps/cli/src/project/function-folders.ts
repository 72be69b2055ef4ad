import type { FunctionKind } from '@svc/contracts';

/** Folder of an integration in which functions of a kind lie. */
export const FUNCTION_FOLDERS: Readonly<Record<FunctionKind, string>> = {
  sync: 'syncs',
  action: 'actions',
  'on-event': 'on-events',
};

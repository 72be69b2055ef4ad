import type { FunctionVersionRepository, PublishedFunction, Transaction } from '@svc/database';
import { AppError } from '@svc/errors';

/**
 * The version that a function is rolled back to: the named one, or the one before the published one.
 * @throws {AppError} `not_found` for a version of another function; `conflict` when there is no earlier one.
 */
export async function versionToReturnTo(
  versions: FunctionVersionRepository,
  current: PublishedFunction,
  wantedId: string | undefined,
  tx: Transaction,
): Promise<string> {
  if (wantedId !== undefined) {
    const wanted = (await versions.findAll([wantedId], tx)).get(wantedId);
    if (wanted?.functionId === current.functionId) return wantedId;
    const message = `The ${current.type} "${current.name}" has no version "${wantedId}": GET /integrations/{key}/functions/{name}/versions lists them.`;
    throw new AppError('not_found', message);
  }
  const [earlier] = await versions.list(current.functionId, { before: current.versionId, limit: 1 }, tx);
  if (earlier) return earlier.id;
  throw new AppError('conflict', `The ${current.type} "${current.name}" has no earlier version to go back to.`);
}

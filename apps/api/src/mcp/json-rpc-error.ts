import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import { AppError, unforeseenError, type ErrorCode as GatewayErrorCode } from '@svc/errors';

/** Failures that the caller can mend by other parameters. */
const OF_PARAMETERS: ReadonlySet<GatewayErrorCode> = new Set([
  'invalid_action_input',
  'not_found',
  'disabled_resource',
  'unknown_connection',
]);

/** A failure as JSON-RPC has it: the protocol's library sends `code`, `message` and `data` as they are. */
export class JsonRpcError extends Error {
  readonly code: number;
  /** The gateway's error, without its message. */
  readonly data: unknown;

  constructor(error: unknown) {
    const known = error instanceof AppError ? error : unforeseenError(error);
    const { message, ...data } = known.toEnvelope().error;
    super(message, { cause: error });
    this.code = OF_PARAMETERS.has(known.code) ? ErrorCode.InvalidParams : ErrorCode.InternalError;
    this.data = data;
  }
}

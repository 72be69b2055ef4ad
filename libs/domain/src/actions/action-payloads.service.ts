import { Injectable } from '@nestjs/common';
import { errorEnvelopeSchema } from '@svc/contracts';
import { SecretBox } from '@svc/crypto';
import { SEALED_COLUMNS } from '@svc/database';
import { AppError, ERROR_TABLE, type ErrorCode } from '@svc/errors';
import { z } from 'zod';

const storedErrorSchema = z.object({ status: z.number().int(), error: errorEnvelopeSchema.shape.error });

/** Input, output and error of asynchronous actions as they are stored: sealed, each for its own purpose. */
@Injectable()
export class ActionPayloads {
  constructor(private readonly secrets: SecretBox) {}

  /** Null when there is no input, which is not the same as the input `null`. */
  sealInput(input: unknown): string | null {
    return input === undefined ? null : this.secrets.seal(JSON.stringify(input), SEALED_COLUMNS.actionInput.purpose);
  }

  openInput(sealed: string | null): unknown {
    return sealed === null ? undefined : JSON.parse(this.secrets.open(sealed, SEALED_COLUMNS.actionInput.purpose));
  }

  sealOutput(json: string): string {
    return this.secrets.seal(json, SEALED_COLUMNS.actionOutput.purpose);
  }

  openOutput(sealed: string | null): string {
    return sealed === null ? 'null' : this.secrets.open(sealed, SEALED_COLUMNS.actionOutput.purpose);
  }

  sealError(error: AppError): string {
    return this.secrets.seal(
      JSON.stringify({ status: error.status, ...error.toEnvelope() }),
      SEALED_COLUMNS.actionError.purpose,
    );
  }

  openError(sealed: string): AppError {
    const { status, error } = storedErrorSchema.parse(
      JSON.parse(this.secrets.open(sealed, SEALED_COLUMNS.actionError.purpose)),
    );
    const { code, message, errors, payload, upstream } = error;
    if (!isErrorCode(code)) return new AppError('action_script_failure', message, { status });
    return new AppError(code, message, {
      status,
      ...(errors && { errors }),
      ...(payload !== undefined && { payload }),
      ...(upstream && { upstream }),
    });
  }
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_TABLE, code);

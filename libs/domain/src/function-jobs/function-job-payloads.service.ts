import { Injectable } from '@nestjs/common';
import { errorEnvelopeSchema } from '@svc/contracts';
import { SecretBox } from '@svc/crypto';
import { SEALED_COLUMNS } from '@svc/database';
import type { AppError } from '@svc/errors';
import { z } from 'zod';

const outcomeSchema = z.object({
  error: errorEnvelopeSchema.shape.error.optional(),
  output: z.unknown().optional(),
  result: z.unknown().optional(),
  deployed_functions: z.array(z.object({ name: z.string(), version: z.string().nullable() })).optional(),
});

/** What came of a job. */
export type FunctionJobOutcome = z.infer<typeof outcomeSchema>;

/** What jobs were asked for and what came of them, as it is stored: sealed, since code, input and records may hold anything. */
@Injectable()
export class FunctionJobPayloads {
  constructor(private readonly secrets: SecretBox) {}

  sealRequest(request: unknown): string {
    return this.secrets.seal(JSON.stringify(request), SEALED_COLUMNS.functionJobRequest.purpose);
  }

  openRequest<Request>(sealed: string, schema: z.ZodType<Request>): Request {
    return schema.parse(JSON.parse(this.secrets.open(sealed, SEALED_COLUMNS.functionJobRequest.purpose)));
  }

  sealOutcome(outcome: FunctionJobOutcome): string {
    return this.secrets.seal(JSON.stringify(outcome), SEALED_COLUMNS.functionJobResult.purpose);
  }

  openOutcome(sealed: string | null): FunctionJobOutcome {
    return sealed === null
      ? {}
      : outcomeSchema.parse(JSON.parse(this.secrets.open(sealed, SEALED_COLUMNS.functionJobResult.purpose)));
  }
}

/** A failure as a job keeps it. */
export const failureOutcome = (error: AppError): FunctionJobOutcome => ({ error: error.toEnvelope().error });

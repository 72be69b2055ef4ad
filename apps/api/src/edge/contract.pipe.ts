import { StandardSchemaValidationPipe, type ArgumentMetadata } from '@nestjs/common';
import { createDeploymentBodySchema, type ErrorIssue } from '@svc/contracts';
import { AppError, toErrorIssue, type ErrorCode } from '@svc/errors';

const CODE_OF_PART: Partial<Record<ArgumentMetadata['type'], ErrorCode>> = {
  body: 'invalid_body',
  query: 'invalid_query_params',
  param: 'invalid_uri_params',
};

/** Bodies whose route has a code of its own in the contract: `POST /functions/deployments` (wire contract, section 11). */
const CODE_OF_SCHEMA = new Map<unknown, ErrorCode>([[createDeploymentBodySchema, 'invalid_request']]);

/**
 * Parses each part of a request by the schema that stands in its decorator: `@Body({ schema })`, `@Query({ schema })`,
 * `@Param({ schema })`. Failures list every problem with its path.
 */
export class ContractPipe extends StandardSchemaValidationPipe {
  constructor() {
    super({ exceptionFactory: (issues) => new InvalidPart(issues.map(toErrorIssue)) });
  }

  override async transform<T>(value: T, metadata: ArgumentMetadata): Promise<T> {
    try {
      return await super.transform<T>(value, metadata);
    } catch (error) {
      if (!(error instanceof InvalidPart)) throw error;
      const code = CODE_OF_SCHEMA.get(metadata.schema) ?? CODE_OF_PART[metadata.type] ?? 'invalid_request';
      const [first] = error.issues;
      throw new AppError(
        code,
        first ? `${first.path.join('.') || metadata.type}: ${first.message}` : 'The request is invalid.',
        {
          errors: error.issues,
        },
      );
    }
  }

  /** Schemas are strict and JSON.parse makes no prototypes, so nothing has to be stripped from the (possibly large) value. */
  protected override stripProtoKeys(): void {}
}

class InvalidPart extends Error {
  constructor(readonly issues: ErrorIssue[]) {
    super('invalid');
  }
}

import { StandardSchemaValidationPipe } from '@nestjs/common';
import { AppError } from '@svc/errors';

/** Parses each part of a request by the schema in its decorator: `@Body({ schema })`, `@Query({ schema })`. */
export class RunPipe extends StandardSchemaValidationPipe {
  constructor() {
    super({
      exceptionFactory: (issues) => {
        const [first] = issues;
        const path = (first?.path ?? [])
          .map((segment) => String(typeof segment === 'object' ? segment.key : segment))
          .join('.');
        return new AppError('invalid_body', first ? `${path}: ${first.message}` : 'The request is invalid.');
      },
    });
  }

  /** Schemas are strict and JSON.parse makes no prototypes, so nothing has to be stripped from the (possibly large) value. */
  protected override stripProtoKeys(): void {}
}

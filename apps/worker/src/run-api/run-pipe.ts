import { StandardSchemaValidationPipe } from '@nestjs/common';
import { invalidBody, toErrorIssue } from '@svc/errors';

/** Parses each part of a request by the schema in its decorator: `@Body({ schema })`, `@Query({ schema })`. */
export class RunPipe extends StandardSchemaValidationPipe {
  constructor() {
    super({ exceptionFactory: (issues) => invalidBody(...issues.map(toErrorIssue)) });
  }

  /** Schemas are strict and JSON.parse makes no prototypes, so nothing has to be stripped from the (possibly large) value. */
  protected override stripProtoKeys(): void {}
}

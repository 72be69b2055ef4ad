import { type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Logger } from '@svc/observability';
import { PageAnswers } from './page-answers.service.js';
/** Shows failures as a page where a person looks at the answer. */
export declare class PageErrorFilter implements ExceptionFilter {
  private readonly pages;
  private readonly logger;
  constructor(pages: PageAnswers, logger: Logger);
  catch(error: unknown, host: ArgumentsHost): Promise<void>;
}
//# sourceMappingURL=page-error.filter.d.ts.map

import { AppError } from '@svc/errors';

/** 409: somebody else executes the run by now. */
export const superseded = (): AppError =>
  new AppError('run_superseded', 'A newer attempt owns this run; this one may not write any more.');

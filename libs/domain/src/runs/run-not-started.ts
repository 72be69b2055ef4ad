/** Name of the failure of a run that certainly never began, so that it may be started again whatever it does. */
export const RUN_NOT_STARTED = 'RunNotStarted';

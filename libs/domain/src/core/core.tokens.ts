/** Injection token of the parsed configuration (`Config`). */
export const CONFIG = Symbol('CONFIG');

/** Injection token of the process's log (`Logger`). */
export const LOGGER = Symbol('LOGGER');

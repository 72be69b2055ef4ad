/** Version of this tool, of the function library and of the packages that the gateway serves. They are released together. */
export const CLI_VERSION = '0.1.0';

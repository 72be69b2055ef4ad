/** Told by the build that packs the tool. */
declare const PACKED_VERSION: string | undefined;

/** Version of this tool, of the function library and of the packages that the gateway serves. They are released together. */
export const CLI_VERSION = typeof PACKED_VERSION === 'string' ? PACKED_VERSION : '0.1.0';

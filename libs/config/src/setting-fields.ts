import { z } from 'zod';

const KEY_BYTES = 32;

const isBase64Key = (text: string): boolean =>
  /^[A-Za-z0-9+/]+={0,2}$/.test(text) && Buffer.from(text, 'base64').length === KEY_BYTES;

/** A whole number within bounds. */
export const wholeNumber = (minimum: number, maximum: number = Number.MAX_SAFE_INTEGER) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(z.number().int().min(minimum).max(maximum));

export const port = () => wholeNumber(1, 65_535);

/** `true` or `false`, also as `1` or `0`. */
export const flag = () => z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1');

/** An absolute http or https URL; a slash at the end is dropped. */
export const webUrl = () =>
  z.url({ protocol: /^https?$/, normalize: false }).transform((text) => text.replace(/\/+$/, ''));

export const postgresUrl = () => z.url({ protocol: /^postgres(ql)?$/ });

/** `host:port`. */
export const hostAndPort = () => z.string().regex(/^[^\s/:]+:\d{1,5}$|^\[[0-9a-fA-F:]+\]:\d{1,5}$/);

/** Base64 of a 256-bit key. */
export const encryptionKey = () => z.string().refine(isBase64Key);

/** Base64 keys, separated by commas. */
export const encryptionKeyList = () =>
  z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .refine((keys) => keys.every(isBase64Key));

const addressRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** IP addresses and CIDR ranges, separated by commas. */
export const addressRangeList = () =>
  z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .pipe(z.array(addressRange));

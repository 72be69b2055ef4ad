import { storableTextSchema } from '../storable.js';

const isReturnUrl = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
};

/** Where a browser is sent after an authorization: absolute, http or https, no user name or password in it. */
export const returnUrlSchema = storableTextSchema
  .max(2048)
  .refine(
    isReturnUrl,
    'must be an absolute address that starts with https:// or http://, without user name and password',
  );

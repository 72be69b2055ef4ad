import { Buffer } from 'buffer/';

/** `btoa` and `atob` of the web. */
export const base64Globals = {
  btoa: (binary: unknown): string => {
    const text = String(binary);
    // eslint-disable-next-line no-control-regex
    if (/[^\u0000-\u00ff]/.test(text)) throw new Error('btoa: the text has characters outside Latin-1.');
    return Buffer.from(text, 'latin1').toString('base64');
  },
  atob: (encoded: unknown): string => {
    const text = String(encoded).replace(/[\t\n\f\r ]/g, '');
    if (/[^A-Za-z0-9+/=]/.test(text) || text.replace(/=+$/, '').length % 4 === 1) {
      throw new Error('atob: the text is not valid base64.');
    }
    return Buffer.from(text, 'base64').toString('latin1');
  },
};

import { createAction } from 'nango';
import * as crypto from 'crypto';
import { createHmac, randomUUID } from 'node:crypto';
import { URL as NodeUrl } from 'url';
import * as z from 'zod';

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export default createAction({
  description: 'What JavaScript functions expect of their surroundings',
  input: z.object({ text: z.string() }),
  output: z.record(z.string(), z.unknown()),
  exec: async (nango, { text }) => {
    await wait(5);
    const url = new URL('/search', 'https://example.com');
    url.searchParams.append('q', text);
    const form = new URLSearchParams({ grant: 'a b', text });
    const bytes = new TextEncoder().encode(text);
    return {
      url: url.toString(),
      host: new NodeUrl('https://a.example.com:8080/x').host,
      form: form.toString(),
      base64: Buffer.from(text, 'utf8').toString('base64'),
      decoded: Buffer.from('aGk=', 'base64').toString('utf-8'),
      sha256: crypto.createHash('sha256').update(text).digest('hex'),
      hmac: createHmac('sha1', 'key').update(text).digest('base64'),
      uuid: randomUUID().length,
      bytes: bytes.length,
      text: new TextDecoder().decode(bytes),
      cloned: structuredClone({ deep: [1, { a: new Date(0) }] }).deep.length,
      sorted: ['b', 'a'].toSorted().join(''),
      intl: new Intl.NumberFormat('en-US').format(1234.5),
    };
  },
});

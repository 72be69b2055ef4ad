import { createAction } from 'nango';
import type { ProxyConfiguration } from 'nango';
import * as z from 'zod';

export default createAction({
  description: 'Forms, bytes, text and other answers',
  input: z.object({}),
  output: z.array(z.any()),
  exec: async (nango) => {
    const form: ProxyConfiguration = {
      method: 'POST',
      endpoint: '/echo',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      data: new URLSearchParams({ a: '1', b: 'two words' }).toString(),
      retries: 1,
    };
    const first = await nango.proxy(form);
    const bytes = await nango.get<ArrayBuffer>({ endpoint: '/echo', responseType: 'arraybuffer', retries: 1 });
    const text = await nango.get<string>({ endpoint: '/echo?plain=1', responseType: 'text', decompress: true });
    const listed = await nango.get({ endpoint: '/echo', params: 'x=1&y=2' });
    return [first.data.body, Buffer.from(bytes.data).length > 2, text.data.includes('GET'), listed.data.url];
  },
});

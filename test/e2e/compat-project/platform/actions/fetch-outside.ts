import { createAction } from 'nango';
import * as z from 'zod';

export default createAction({
  description: 'Calls an address without the credentials of the connection',
  input: z.object({ address: z.string() }),
  output: z.object({ status: z.number(), authorization: z.string().nullable(), tag: z.string().nullable() }),
  exec: async (nango, input) => {
    const response = await nango.uncontrolledFetch({
      url: new URL(input.address),
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ hello: true }),
    });
    if (!response.ok) throw new nango.ActionError({ message: `Failed with ${response.status}` });
    const { authorization } = await response.json();
    return { status: response.status, authorization: authorization ?? null, tag: response.headers.get('ETag') };
  },
});

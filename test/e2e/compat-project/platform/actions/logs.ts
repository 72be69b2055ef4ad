import { createAction } from 'nango';
import * as z from 'zod';

export default createAction({
  description: 'Writes log lines in every way',
  input: z.any(),
  output: z.null(),
  exec: async (nango, input) => {
    await nango.log('plain');
    await nango.log('with a level', { level: 'warn' });
    await nango.log('with values', { input }, { level: 'error' });
    await nango.log(`template ${1 + 1}`);
    nango.setLogger({ level: 'error' });
    await nango.log('dropped');
    console.log('to the console', { a: 1 });
    return null;
  },
});

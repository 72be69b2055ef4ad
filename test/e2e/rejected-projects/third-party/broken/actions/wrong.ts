import axios from 'axios';
import { createAction } from '@svc/functions';
import { z } from 'zod';

export default createAction({
  description: 'Imports what a function may not import',
  input: z.object({}),
  output: z.string(),
  exec: async () => String((await axios.get('http://127.0.0.1')).status),
});

import { createAction } from '@svc/functions';
import { z } from 'zod';

interface ApiAnswer {
  ok: boolean;
  error?: string;
  channel?: string;
  ts?: string;
}

export default createAction({
  description: 'Sends a message to a Slack channel or as an answer in a thread',
  version: '1.0.0',
  scopes: ['chat:write'],
  input: z.object({
    channel: z.string().describe('Id of the channel'),
    text: z.string().min(1).describe('Text, in Slack markup'),
    threadTs: z.string().optional().describe('Message that this one answers'),
  }),
  output: z.object({ channel: z.string(), ts: z.string() }),
  exec: async (svc, { channel, text, threadTs }) => {
    // https://docs.slack.dev/reference/methods/chat.postMessage
    const { data } = await svc.post<ApiAnswer>({
      endpoint: '/chat.postMessage',
      data: { channel, text, ...(threadTs && { thread_ts: threadTs }) },
    });
    if (data.ok && data.channel && data.ts) return { channel: data.channel, ts: data.ts };
    throw new svc.ActionError({ message: `Slack refused the message: ${data.error}`, code: data.error });
  },
});

import { createAction } from '@svc/functions';
import { z } from 'zod';

const LINE_END = '\r\n';

export default createAction({
  description: "Sends an e-mail from the user's Gmail address",
  version: '1.0.0',
  scopes: ['https://www.googleapis.com/auth/gmail.send'],
  input: z.object({
    to: z.array(z.email()).min(1),
    cc: z.array(z.email()).default([]),
    subject: z.string().max(998),
    text: z.string(),
  }),
  output: z.object({ id: z.string(), threadId: z.string() }),
  exec: async (svc, { to, cc, subject, text }) => {
    const message = [
      `To: ${to.join(', ')}`,
      ...(cc.length > 0 ? [`Cc: ${cc.join(', ')}`] : []),
      `Subject: =?UTF-8?B?${Buffer.from(subject, 'utf8').toString('base64')}?=`,
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(text, 'utf8')
        .toString('base64')
        .replace(/(.{76})/g, `$1${LINE_END}`),
    ].join(LINE_END);
    // https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages/send
    const { data } = await svc.post<{ id: string; threadId: string }>({
      endpoint: '/gmail/v1/users/me/messages/send',
      data: { raw: base64Url(message) },
    });
    return { id: data.id, threadId: data.threadId };
  },
});

const base64Url = (text: string): string =>
  Buffer.from(text, 'utf8').toString('base64').replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

import { fieldOf, textOf } from './gateway.js';

/** The gateway's spelling, and the one that existing pages use. */
const SPELLINGS = ['svc', 'nango'];
const CALLBACK = /^(svc|nango)_oauth_callback_(success|error)$/;

/**
 * Calls `heard` when the gateway's callback page says that it is done, and answers it, so that it may close. What it says is
 * not used: any page could send such a message. It is only a reason to ask the gateway at once.
 * @returns stops listening
 */
export function onCallbackMessage(heard: () => void): () => void {
  const acknowledgementOf = (data: unknown) => {
    const spelling = CALLBACK.exec(textOf(fieldOf(data, 'type')) ?? '')?.[1];
    return spelling && { type: `${spelling}_oauth_callback_ack` };
  };
  const onMessage = ({ data, source }: MessageEvent): void => {
    const acknowledgement = acknowledgementOf(data);
    if (!acknowledgement) return;
    source?.postMessage(acknowledgement, { targetOrigin: '*' });
    heard();
  };
  window.addEventListener('message', onMessage);
  const channels = SPELLINGS.map((spelling) => {
    const channel = new BroadcastChannel(`${spelling}-oauth-callback`);
    channel.onmessage = ({ data }) => {
      const acknowledgement = acknowledgementOf(data);
      if (!acknowledgement) return;
      channel.postMessage(acknowledgement);
      heard();
    };
    return channel;
  });
  return () => {
    window.removeEventListener('message', onMessage);
    for (const channel of channels) channel.close();
  };
}

/* global BroadcastChannel, document, window */
// The last page of an authorization in the browser: tells the page that waits, then makes room.
// Nothing that it says is secret, because any page may listen: what became of it, the page asks the gateway itself.
(() => {
  const WAIT_MS = 500;
  const { isSuccess, payload, returnUrl } = JSON.parse(document.getElementById('outcome').textContent);
  const kind = isSuccess ? 'success' : 'error';
  // The code has served; it need not stay in the address bar. Before the provider, reloading is a way to try again.
  const { pathname } = window.location;
  if (!pathname.includes('/oauth/connect/')) window.history.replaceState(null, '', pathname);
  let isHeard = false;
  let isOver = false;

  const finish = () => {
    if (isOver) return;
    isOver = true;
    if (!isHeard && !window.opener && returnUrl) return window.location.replace(returnUrl);
    // A failure that nobody else shows stays readable.
    if (isSuccess || isHeard) window.close();
  };
  const onAnswer = () => {
    isHeard = true;
    finish();
  };

  for (const spelling of ['svc', 'nango']) {
    const message = { type: `${spelling}_oauth_callback_${kind}`, ...(payload && { payload }) };
    const isAnswer = (data) => data?.type === `${spelling}_oauth_callback_ack`;
    window.addEventListener('message', ({ data, source }) => {
      if (source === window.opener && isAnswer(data)) onAnswer();
    });
    if ('BroadcastChannel' in window) {
      const channel = new BroadcastChannel(`${spelling}-oauth-callback`);
      channel.onmessage = ({ data }) => isAnswer(data) && onAnswer();
      channel.postMessage(message);
    }
    try {
      window.opener?.postMessage(message, '*');
    } catch {
      // An opener that is gone.
    }
  }
  setTimeout(finish, WAIT_MS);
})();

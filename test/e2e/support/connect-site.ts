import { LocalServer } from '@svc/testing';
import { build } from 'esbuild';
import path from 'node:path';

const LIBRARY = path.resolve(import.meta.dirname, '../../../libs/connect-js/src/index.ts');

const bundle = async (): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [LIBRARY],
    bundle: true,
    write: false,
    format: 'esm',
    conditions: ['@svc/source'],
  });
  return outputFiles[0]?.text ?? '';
};

const PAGE = `<!doctype html><html lang="en"><title>Customer</title>
<h1>Settings</h1><button id="go">Connect</button><pre id="out"></pre><pre id="events"></pre>
<script type="module">
  import { SvcConnect } from '/connect.js';
  const query = new URLSearchParams(location.search);
  // Without a host it is where people are sent back to.
  const connect = query.has('host') && new SvcConnect({ host: query.get('host') });
  const show = (id, value) => (document.getElementById(id).textContent = JSON.stringify(value));
  const events = [];
  document.getElementById('go').onclick = async () => {
    const token = query.get('token');
    try {
      if (query.get('mode') === 'auth') {
        connect.setSessionToken(token);
        const credentials = JSON.parse(query.get('credentials') ?? 'null') ?? undefined;
        const params = JSON.parse(query.get('params') ?? 'null') ?? undefined;
        return show('out', await connect.auth(query.get('key'), { credentials, params, detectClosedAuthWindow: true }));
      }
      const ui = connect.openConnectUI({
        mode: query.get('mode'),
        onEvent: ({ type }) => show('events', (events.push(type), events)),
      });
      window.ui = ui;
      // As it is when a backend has to be asked.
      setTimeout(() => ui.setSessionToken(token), 50);
      show('out', await ui.connection);
    } catch (error) {
      show('out', { code: error.code, message: error.message });
    }
  };
</script></html>`;

/** A customer's own web site, on an origin of its own, that uses the browser helper. It also is where people are sent back to. */
export const startConnectSite = async (): Promise<LocalServer> => {
  const library = await bundle();
  return await LocalServer.start((request, response) => {
    const isScript = request.url?.startsWith('/connect.js') ?? false;
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html; charset=utf-8' });
    response.end(isScript ? library : PAGE);
  });
};

import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { InteractionResults, Provider } from 'oidc-provider';

/** The only person there is. */
export const OIDC_PERSON = { login: 'alice', password: 'alice-password' } as const;

/** The pages at which a person signs in and allows access: plain forms that a browser or a test can send. */
export async function serveInteraction(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt, params } = await provider.interactionDetails(request, response);
  if (request.method !== 'POST') return page(response, prompt.name, String(params['client_id']));
  const fields = new URLSearchParams(await text(request));
  const isSignIn = prompt.name === 'login' && fields.get('decision') === 'allow';
  if (isSignIn && (fields.get('login') !== OIDC_PERSON.login || fields.get('password') !== OIDC_PERSON.password))
    return page(response, 'login', 'Wrong user name or password.');
  const result = fields.get('decision') === 'allow' ? await allow(provider, request, response) : DENIAL;
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
}

const DENIAL: InteractionResults = { error: 'access_denied', error_description: 'The person said no.' };

async function allow(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<InteractionResults> {
  const { prompt, params, session, grantId } = await provider.interactionDetails(request, response);
  if (prompt.name === 'login') return { login: { accountId: OIDC_PERSON.login } };
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const grant =
    known ?? new provider.Grant({ accountId: session?.accountId ?? '', clientId: String(params['client_id']) });
  grant.addOIDCScope(String(params['scope'] ?? ''));
  const missing = prompt.details['missingResourceScopes'] as Record<string, string[]> | undefined;
  for (const [resource, scopes] of Object.entries(missing ?? {})) grant.addResourceScope(resource, scopes.join(' '));
  return { consent: { grantId: await grant.save() } };
}

const escape = (value: string): string => value.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

function page(response: ServerResponse, prompt: string, note: string): void {
  const fields =
    prompt === 'login'
      ? '<label>User <input name="login"></label> <label>Password <input name="password" type="password"></label>'
      : '';
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${prompt}</title><h1>${prompt === 'login' ? 'Sign in' : 'Allow access?'}</h1>
<p>${escape(note)}</p><form method="post">${fields}
<button name="decision" value="allow">Continue</button> <button name="decision" value="deny">Cancel</button></form></html>`);
}

import { Injectable } from '@nestjs/common';
import { AuthorizationDenied } from '../authorization-denied.js';
import type { AuthStrategy } from '../auth-strategy.js';
import { browserUrl } from '../browser-url.js';
import { captureFromQuery } from '../oauth2/captured-values.js';
import { publicContext } from '../public-context.js';
import type { AuthorizationCallback, RedirectAuthorization } from '../redirect-authorization.js';

/**
 * A site of the person's own hands out a user name and a password for the gateway alone: they come back with the browser, as
 * WordPress' application passwords do (parameters `app_name`, `success_url` and `reject_url` there, `user_login` and
 * `password` back). Nobody types a password in, and the site can end it without changing the person's own.
 */
@Injectable()
export class InstallPluginStrategy implements AuthStrategy {
  readonly modes = ['INSTALL_PLUGIN'] as const;

  readonly redirect: RedirectAuthorization = {
    begin: async (subject, request) => {
      const callback = { state: request.state };
      const url = browserUrl(
        subject,
        publicContext(subject),
        { authorizationParams: { app_name: subject.integration.displayName, ...request.authorizationParams } },
        {
          success_url: withQuery(request.redirectUri, callback),
          reject_url: withQuery(request.redirectUri, { ...callback, success: 'false' }),
        },
      );
      return { url, memory: {} };
    },

    complete: async ({ provider }, { query }) => ({
      kind: 'obtained',
      obtained: {
        credentials: { type: 'BASIC', ...passwordOf(query) },
        expiresAt: null,
        connectionConfig: captureFromQuery(provider, query),
        isRotated: null,
      },
    }),
  };
}

function withQuery(address: string, query: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.toString();
}

function passwordOf(query: AuthorizationCallback['query']): { readonly username: string; readonly password: string } {
  const { error, error_description: description, success, user_login: username, password } = query;
  if (error) throw new AuthorizationDenied(error, description);
  if (success === 'false') throw new AuthorizationDenied('access_denied');
  if (username && password) return { username, password };
  throw new AuthorizationDenied(
    'invalid_callback',
    'The site sent the browser back without a user name and a password.',
  );
}

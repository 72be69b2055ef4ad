import { json, redirect, text, type Answer } from './answer.js';
import type { Consent } from './consent.js';
import { basicOf, type ReceivedRequest } from './received-request.js';
import type { Protocol, Route } from './route.js';

/** A plugin that hands out user name and password itself: application passwords as WordPress has them. */
export class WordPressSite implements Protocol {
  readonly username = 'editor';
  private readonly passwords = new Set<string>();

  readonly routes: readonly Route[] = [
    { method: 'GET', path: '/wp-admin/authorize-application.php', handle: (request) => this.authorize(request) },
    { method: 'GET', path: '/wp-json/wp/v2/users/me', handle: (request) => this.me(request) },
  ];

  constructor(
    private readonly origin: () => string,
    private readonly consent: Consent,
  ) {}

  identify(request: ReceivedRequest): string | undefined {
    const basic = basicOf(request);
    const isRight = basic?.username === this.username && this.passwords.has(basic.password);
    return isRight ? 'application-password' : undefined;
  }

  /** Removes the passwords of all applications. */
  revoke(): void {
    this.passwords.clear();
  }

  private authorize({ query }: ReceivedRequest): Answer {
    const { app_name = '', success_url, reject_url } = query;
    if (app_name === '' || success_url === undefined) return text(400, 'app_name and success_url are needed.');
    return this.consent.ask(app_name, {
      allow: () => {
        const password = `abcd EFGH ijkl ${this.passwords.size}`;
        this.passwords.add(password);
        return redirect(success_url, { site_url: this.origin(), user_login: this.username, password });
      },
      deny: () => redirect(reject_url ?? success_url, { success: 'false' }),
    });
  }

  private me(request: ReceivedRequest): Answer {
    return this.identify(request) ? json(200, { slug: this.username }) : json(401, { code: 'rest_not_logged_in' });
  }
}

import { authorizationOf, basicOf, type ReceivedRequest } from './received-request.js';
import type { Protocol, Route } from './route.js';

/** An account that is reached with an API key (in a header or the query), or with user name and password. */
export class KeyAccount implements Protocol {
  readonly routes: readonly Route[] = [];
  apiKey = 'key-1';
  readonly username = 'person';
  password = 'pass:wörd';

  identify(request: ReceivedRequest): string | undefined {
    const given = request.headers['x-api-key'] ?? request.query['api_key'] ?? authorizationOf(request, 'Bearer');
    if (given === this.apiKey) return 'api-key';
    const basic = basicOf(request);
    return basic?.username === this.username && basic.password === this.password ? 'basic' : undefined;
  }
}

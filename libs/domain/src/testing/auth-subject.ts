import type { Provider } from '@svc/contracts';
import type { AuthSubject } from '../auth-modes/auth-subject.js';

interface SubjectParts {
  readonly provider?: Partial<Provider>;
  /** Credentials of the integration. */
  readonly app?: Readonly<Record<string, string>>;
  readonly config?: Readonly<Record<string, string>>;
  readonly connectionConfig?: Readonly<Record<string, unknown>>;
  readonly owner?: string;
}

/** What strategies work with, for tests. */
export const authSubject = ({
  provider,
  app = {},
  config = {},
  connectionConfig = {},
  owner,
}: SubjectParts): AuthSubject => ({
  provider: { name: 'p', display_name: 'P', docs: '', auth_mode: 'NONE', logo_url: '', ...provider },
  integration: {
    id: 1,
    environmentId: 1,
    uniqueKey: 'the-key',
    provider: 'p',
    displayName: 'P',
    forwardWebhooks: true,
    custom: {},
    credentials: app,
    config,
    createdAt: new Date(0),
    updatedAt: new Date(0),
  },
  connectionConfig,
  owner,
});

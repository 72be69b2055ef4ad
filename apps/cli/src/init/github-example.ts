import { FUNCTION_MODULE } from '@svc/contracts';
import { testFileText } from '../recording/test-file.js';

/** A sync and an action for GitHub, with recordings of both. */
export const githubExample = (integration: string): Record<string, string> => ({
  'index.ts': `// Every function is imported here. What is not imported is not deployed.
import './${integration}/syncs/repositories.js';
import './${integration}/actions/get-repository.js';
`,
  [`${integration}/models.ts`]: MODELS,
  [`${integration}/syncs/repositories.ts`]: SYNC,
  [`${integration}/syncs/repositories.test.json`]: SYNC_TEST,
  [`${integration}/actions/get-repository.ts`]: ACTION,
  [`${integration}/actions/get-repository.test.json`]: ACTION_TEST,
});

const MODELS = `import * as z from 'zod';

/** A repository of GitHub. Every model needs an id. */
export const Repository = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  isPrivate: z.boolean(),
  stars: z.number(),
});
export type Repository = z.infer<typeof Repository>;

/** A repository as GitHub's API gives it. */
export interface GitHubRepository {
  id: number;
  full_name: string;
  html_url: string;
  private: boolean;
  stargazers_count: number;
}

export const toRepository = (repository: GitHubRepository): Repository => ({
  id: String(repository.id),
  name: repository.full_name,
  url: repository.html_url,
  isPrivate: repository.private,
  stars: repository.stargazers_count,
});
`;

const SYNC = `import { createSync } from '${FUNCTION_MODULE.canonical}';
import { Repository, toRepository, type GitHubRepository } from '../models.js';

/** Keeps a copy of the repositories that a person can see. */
export default createSync({
  description: 'Repositories of the person whose account is connected',
  version: '1.0.0',
  frequency: 'every hour',
  autoStart: true,
  models: { Repository },
  exec: async (svc) => {
    await svc.trackDeletesStart('Repository');
    for await (const page of svc.paginate<GitHubRepository>({ endpoint: '/user/repos', retries: 3 })) {
      await svc.batchSave(page.map(toRepository), 'Repository');
    }
    // What was not saved since the start is gone at GitHub.
    await svc.trackDeletesEnd('Repository');
  },
});
`;

const ACTION = `import { createAction } from '${FUNCTION_MODULE.canonical}';
import * as z from 'zod';
import { Repository, toRepository } from '../models.js';

/** Looks a repository up by its name. Run it with POST /action/trigger. */
export default createAction({
  description: 'Gets a repository by its name',
  version: '1.0.0',
  input: z.object({ name: z.string().regex(/^[^/]+\\/[^/]+$/, 'has the form owner/name') }),
  output: Repository,
  exec: async (svc, { name }) => {
    const { data } = await svc.get({ endpoint: \`/repos/\${name}\`, retries: 3 });
    return toRepository(data);
  },
});
`;

const RECORDED_WITH = {
  time: '2026-01-15T09:00:00.000Z',
  environment: 'dev',
  connection: {
    connectionId: 'me',
    provider: 'github-pat',
    pagination: {
      type: 'link' as const,
      link_rel_in_response_header: 'next',
      limit_name_in_request: 'per_page',
      limit: 100,
    },
  },
};

const ANSWERED = {
  id: 1296269,
  full_name: 'octocat/Hello-World',
  html_url: 'https://github.com/octocat/Hello-World',
  private: false,
  stargazers_count: 80,
};

const SAVED = {
  id: '1296269',
  name: 'octocat/Hello-World',
  url: 'https://github.com/octocat/Hello-World',
  isPrivate: false,
  stars: 80,
};

const HEADERS = { 'content-type': 'application/json; charset=utf-8' };

const SYNC_TEST = testFileText({
  ...RECORDED_WITH,
  calls: [
    {
      call: 'proxy',
      request: { method: 'GET', endpoint: '/user/repos', params: { per_page: 100 }, retries: 3 },
      answer: { status: 200, headers: HEADERS, json: [ANSWERED] },
    },
  ],
  expect: { records: { Repository: [SAVED] } },
});

const ACTION_TEST = testFileText({
  ...RECORDED_WITH,
  input: { name: 'octocat/Hello-World' },
  calls: [
    {
      call: 'proxy',
      request: { method: 'GET', endpoint: '/repos/octocat/Hello-World', retries: 3 },
      answer: { status: 200, headers: HEADERS, json: ANSWERED },
    },
  ],
  expect: { output: SAVED },
});

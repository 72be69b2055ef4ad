import { exampleFiles } from './example-files.js';
import { exampleTests } from './example-tests.js';
import { githubExample } from './github-example.js';

/** Files of an example by their path, for an integration of this key. */
type Example = (integration: string) => Readonly<Record<string, string>>;

/** What a new project may begin with. */
export const EXAMPLES: Readonly<Record<'gateway' | 'github', Example>> = {
  gateway: (integration) => ({ ...exampleFiles(integration), ...exampleTests(integration) }),
  github: githubExample,
};

/** Name of an example. */
export type ExampleName = keyof typeof EXAMPLES;

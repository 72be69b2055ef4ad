import type { GenerateOptions } from '../commands/generate.command.js';
import { examples, type Define } from './define.js';

export const defineGenerate: Define = (program, output) => {
  const generate = program
    .command('generate')
    .summary('docs, tools and a typed client from the functions')
    .description(
      'Make files from the functions of the project: docs for people, tools for language models, a typed client for the backend.',
    );
  generate
    .command('docs')
    .description(
      "Write each integration's README.md: its functions with schedule, input, output and models. What stands outside the generated part stays.",
    )
    .option('--check', 'write nothing; exit code 1 when a file is out of date')
    .addHelpText(
      'after',
      examples(['svc generate docs', 'github/README.md, ...'], ['svc generate docs --check', 'for CI']),
    )
    .action(async (options: GenerateOptions) => {
      const { generateDocs } = await import('../commands/generate.command.js');
      await generateDocs(options, output());
    });
  generate
    .command('tools')
    .description('Write the actions as a list of tools, in the form that OpenAI and others take as "tools".')
    .option('-o, --out <file>', 'file; the standard output when left out')
    .option('-i, --integration <key>', 'only the actions of this integration')
    .option('--check', 'write nothing; exit code 1 when the file is out of date')
    .addHelpText('after', examples(['svc generate tools -o tools.json', 'all actions']))
    .action(async (options: GenerateOptions) => {
      const { generateTools } = await import('../commands/generate.command.js');
      await generateTools(options, output());
    });
  generate
    .command('client')
    .description(
      'Write a TypeScript client with the types of your own actions and models, for the backend. It calls the gateway through @svc/client.',
    )
    .option('-o, --out <file>', 'file', 'generated/client.ts')
    .option('--check', 'write nothing; exit code 1 when the file is out of date')
    .addHelpText('after', examples(['svc generate client -o ../backend/src/integrations.ts', 'into the backend']))
    .action(async (options: GenerateOptions) => {
      const { generateClient } = await import('../commands/generate.command.js');
      await generateClient(options, output());
    });
};

import type { TestOptions } from '../commands/test.command.js';
import { examples, type Define } from './define.js';

export const defineTest: Define = (program, output) => {
  program
    .command('test')
    .argument('[filters...]', 'parts of names of test files; all when left out')
    .summary('replay recordings')
    .description(
      'Run functions with the answers that "svc dryrun --save" recorded, and compare what they save, return and keep as checkpoint with what was recorded. Nothing leaves this machine; no gateway is needed. Recordings lie beside the functions: <function>.test.json or <function>.<case>.test.json.',
    )
    .option('-u, --update', 'make what the functions do now what is expected')
    .option('--junit <file>', 'also write a JUnit report')
    .addHelpText(
      'after',
      examples(
        ['svc test', 'every test'],
        ['svc test github/syncs', 'those of one folder'],
        ['svc test --junit reports/functions.xml', 'for CI'],
      ),
    )
    .action(async (filters: string[], options: TestOptions) => {
      const { testCommand } = await import('../commands/test.command.js');
      await testCommand(filters, options, output());
    });
};

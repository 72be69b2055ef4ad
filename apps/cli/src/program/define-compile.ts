import { examples, type Define } from './define.js';

export const defineCompile: Define = (program, output) => {
  program
    .command('compile')
    .summary('check every function')
    .description(
      'Check types, imports and definitions of every function that index.ts imports. All errors are shown at once, each with its file, line and what to do. Needs no gateway.',
    )
    .addHelpText(
      'after',
      examples(['svc compile', 'for people'], ['svc compile --json', 'for CI: descriptors, warnings']),
    )
    .action(async () => {
      const { compileCommand } = await import('../commands/compile.command.js');
      await compileCommand(output());
    });
};

import { Option } from 'commander';
import type { InitOptions } from '../commands/init.command.js';
import { examples, type Define } from './define.js';

export const defineInit: Define = (program, output) => {
  program
    .command('init')
    .argument('[directory]', 'folder to create', '.')
    .summary('create a folder of functions')
    .description(
      'Create a folder of functions with an example that compiles, passes its tests and deploys as it is. Everything that it needs is installed from the gateway.',
    )
    .option('--host <url>', 'address of the gateway; SVC_HOST when left out')
    .addOption(
      new Option('--example <name>', "what it begins with: the gateway's own API, which needs no account, or GitHub")
        .choices(['gateway', 'github'])
        .default('gateway'),
    )
    .option('-i, --integration <key>', "integration that the example is for; the example's name when left out")
    .option('-y, --yes', 'write into a folder that is not empty')
    .addHelpText(
      'after',
      examples(
        ['svc init my-functions', 'in a new folder'],
        ['svc init my-functions --example github', 'with a sync and an action for GitHub'],
        ['svc init --host https://gateway.example.com', 'in this folder, for another gateway'],
      ),
    )
    .action(async (directory: string, options: InitOptions) => {
      const { initCommand } = await import('../commands/init.command.js');
      await initCommand(directory, options, output());
    });
};

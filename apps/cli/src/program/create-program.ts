import { COMMAND_NAME } from '@svc/contracts';
import { Command } from 'commander';
import { Output } from '../terminal/output.js';
import { CLI_VERSION } from '../version.js';
import { defineCompile } from './define-compile.js';
import { defineCreate } from './define-create.js';
import { defineDeploy } from './define-deploy.js';
import { defineDev } from './define-dev.js';
import { defineEnv } from './define-env.js';
import { defineEventRuns } from './define-event-runs.js';
import { defineGenerate } from './define-generate.js';
import { defineListen } from './define-listen.js';
import { defineLogs } from './define-logs.js';
import { defineRollback } from './define-rollback.js';
import { defineStatus } from './define-status.js';
import { defineDryrun } from './define-dryrun.js';
import { defineInit } from './define-init.js';
import { defineTest } from './define-test.js';
import { defineVersion } from './define-version.js';
import { defineWebhooks } from './define-webhooks.js';

const COMMANDS = [
  defineInit,
  defineCreate,
  defineCompile,
  defineDryrun,
  defineTest,
  defineDeploy,
  defineDev,
  defineLogs,
  defineEventRuns,
  defineStatus,
  defineRollback,
  defineListen,
  defineWebhooks,
  defineEnv,
  defineGenerate,
  defineVersion,
];

const AFTER_HELP = `
Settings, from the environment or from .env in the project:
  SVC_HOST                      address of the gateway, http://localhost:3003 when missing
  SVC_SECRET_KEY_<ENVIRONMENT>  secret key of an environment, such as SVC_SECRET_KEY_DEV
  SVC_WEBHOOK_SIGNING_KEY_<ENVIRONMENT>
                                its webhook signing key, with which svc listen signs
  SVC_LOGGER_LEVEL              least severe lines of functions that are shown: debug, info, warn, error, off
  CI                            when set, nothing is asked
  NO_COLOR                      when set, no colours

Exit codes:
  0    done
  1    it failed: code that does not compile, a failed test or function, a refusal of the gateway
  2    the command line is wrong
  141  nobody reads the output any more, as after | head
`;

/** The command line: every command with its arguments, options and help. */
export function createProgram(): Command {
  const program = new Command(COMMAND_NAME)
    .description('Write, check, try, deploy and watch functions of the Integration Gateway.')
    .version(CLI_VERSION, '--cli-version', 'print the version of this tool')
    .option('--json', 'print one JSON value instead of text')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', AFTER_HELP)
    .showHelpAfterError('Run with --help to see what there is.');
  const output = (): Output => new Output(program.opts<{ json?: boolean }>().json ?? false);
  for (const define of COMMANDS) define(program, output);
  return program;
}

#!/usr/bin/env node
import { CommanderError, type Command } from 'commander';
import { CliError, EXIT_CODES } from './cli-error.js';
import { createProgram } from './program/create-program.js';
import { endWhenUnread } from './terminal/end-when-unread.js';
import { Output } from './terminal/output.js';

endWhenUnread();
const program = createProgram();
throwInsteadOfExit(program);

function throwInsteadOfExit(command: Command): void {
  command.exitOverride();
  for (const inner of command.commands) throwInsteadOfExit(inner);
}

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? EXIT_CODES.done : EXIT_CODES.usage;
  } else {
    new Output(program.opts<{ json?: boolean }>().json ?? false).fail(error);
    process.exitCode = error instanceof CliError ? error.exitCode : EXIT_CODES.failed;
  }
}

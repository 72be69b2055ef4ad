import { EXIT_CODES } from '../cli-error.js';

/** Ends the process quietly once nobody reads what it writes, as after `| head`. Node has no SIGPIPE, which would do that. */
export function endWhenUnread(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(EXIT_CODES.unread);
      throw error;
    });
}

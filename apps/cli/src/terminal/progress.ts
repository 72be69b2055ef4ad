const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 100;

/** Shows on the error stream that work goes on, and for how long; only where it is a terminal. */
export async function showProgress<T>(what: string, work: Promise<T>): Promise<T> {
  const stream = process.stderr;
  if (!stream.isTTY) return await work;
  const startedMs = Date.now();
  let frame = 0;
  const draw = (): void => {
    const seconds = Math.floor((Date.now() - startedMs) / 1000);
    stream.write(`\r\u001b[2K${FRAMES[frame++ % FRAMES.length]} ${what}${seconds > 1 ? ` (${seconds} s)` : ''}`);
  };
  const timer = setInterval(draw, FRAME_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    stream.write('\r\u001b[2K');
  }
}

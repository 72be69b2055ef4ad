const TICK_MS = 10_000;

const seconds = (sinceMs) => `${((Date.now() - sinceMs) / 1000).toFixed(1)} s`;

/**
 * Says what is being done and how long it has taken. Steps may overlap: each gets a line when it ends, and a line
 * every ten seconds while it runs.
 */
export class Progress {
  #write;
  #begunAt = Date.now();

  constructor(write = (line) => console.log(line)) {
    this.#write = write;
  }

  note(text) {
    this.#write(`  ${text}`);
  }

  /** Runs `work`; steps that end at once print one line, longer ones also say that they have begun. */
  async step(title, work) {
    const begunAt = Date.now();
    const announce = setTimeout(() => this.#write(`… ${title}`), 300);
    const ticker = setInterval(() => this.#write(`… ${title} (${seconds(begunAt)})`), TICK_MS);
    try {
      const result = await work();
      this.#write(`✓ ${title} (${seconds(begunAt)})`);
      return result;
    } finally {
      clearTimeout(announce);
      clearInterval(ticker);
    }
  }

  /** Time since the script began. */
  elapsed() {
    return seconds(this.#begunAt);
  }
}

import { watch, type FSWatcher } from 'node:fs';

/** Calls back once things in a folder have stopped changing; one call at a time. */
export class FolderWatcher {
  private readonly watcher: FSWatcher;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    folder: string,
    private readonly onChange: () => Promise<void>,
    private readonly onError: (error: Error) => void,
    private readonly quietMs = 200,
  ) {
    this.watcher = watch(folder, { recursive: true, persistent: false }, () => this.schedule());
    this.watcher.on('error', onError);
  }

  /** Stops watching and waits for a call under way. */
  async close(): Promise<void> {
    clearTimeout(this.timer);
    this.watcher.close();
    await this.running;
  }

  private schedule(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.running = this.running
        .then(() => this.onChange())
        .catch((error: unknown) => {
          this.onError(error instanceof Error ? error : new Error(String(error)));
        });
    }, this.quietMs);
    this.timer.unref();
  }
}

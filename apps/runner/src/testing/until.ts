const LIMIT_MS = 25_000;

/** Waits for a condition. @throws {Error} when it does not come true in time */
export const until = async (condition: () => boolean): Promise<void> => {
  const deadlineMs = Date.now() + LIMIT_MS;
  while (!condition()) {
    if (Date.now() > deadlineMs) throw new Error(`This did not come true: ${condition.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};

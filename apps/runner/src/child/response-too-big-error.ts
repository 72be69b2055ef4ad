/** An answer larger than a function may read. */
export class ResponseTooBigError extends Error {
  constructor(readonly maxBytes: number) {
    super(
      `The answer is larger than the ${maxBytes} bytes that a function may read at once. Ask the provider for less, page through it, or fetch a range.`,
    );
  }
}

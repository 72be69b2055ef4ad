import { inspect, isDeepStrictEqual } from 'node:util';

/** What is wrong, each with the provider's name and the field of its definition. */
export class Findings {
  readonly all: string[] = [];

  constructor(private readonly provider: string) {}

  equal(field: string, actual: unknown, expected: unknown): void {
    if (!isDeepStrictEqual(actual, expected)) this.add(field, `${show(actual)} instead of ${show(expected)}`);
  }

  that(field: string, isRight: boolean, what: string): void {
    if (!isRight) this.add(field, what);
  }

  add(field: string, what: string): void {
    this.all.push(`${this.provider}: ${field}: ${what}`);
  }
}

const show = (value: unknown): string => inspect(value, { breakLength: Infinity, depth: 4 });

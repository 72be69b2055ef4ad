import { originalPositionFor, sourceContentFor, TraceMap } from '@jridgewell/trace-mapping';
import type { RunFailure } from '@svc/contracts';
import { FUNCTION_SCRIPT_NAME, RUNTIME_SCRIPT_NAME } from '../isolate/host-functions.js';
import { renderCodeFrame } from './code-frame.js';

type Location = NonNullable<RunFailure['location']>;

/** A failure's place in the function's own source. */
export interface FailurePosition {
  readonly stack: string;
  readonly location?: Location;
  readonly codeFrame?: string;
}

const FRAME = new RegExp(`${FUNCTION_SCRIPT_NAME}:(\\d+):(\\d+)`);
const FOREIGN = new RegExp(`${RUNTIME_SCRIPT_NAME}|<isolated-vm|\\(?file:///|node:internal`);
const WITHOUT_MAP = 'function.js';
const MAX_FILE_NAME = 500;

/** Bundlers name sources relative to the bundle; people know them relative to their folder. */
const toFileName = (source: string): string => source.replace(/^(\.\.?\/)+/, '').slice(0, MAX_FILE_NAME);

/** Positions of a script in the sources that it was made from. */
export class SourcePositions {
  private parsed: TraceMap | undefined;
  readonly size: number;

  constructor(
    private readonly code: string,
    private readonly sourceMap: string | null,
  ) {
    this.size = sourceMap?.length ?? 0;
  }

  /** A stack with the function's own frames at their places in its source. */
  explain(stack: string): FailurePosition {
    let first: { location: Location; source: string | null } | undefined;
    const lines = stack.split('\n').flatMap((line) => {
      const match = FRAME.exec(line);
      if (!match) return /^\s+at /.test(line) && FOREIGN.test(line) ? [] : [line];
      const place = this.find(Number(match[1]), Number(match[2]));
      first ??= place;
      const { file, line: row, column } = place.location;
      return [line.replace(FRAME, `${file}:${row}:${column}`)];
    });
    if (!first) return { stack: lines.join('\n') };
    const { location, source } = first;
    const codeFrame = source === null ? undefined : renderCodeFrame(source, location);
    return { stack: lines.join('\n'), location, ...(codeFrame !== undefined && { codeFrame }) };
  }

  private find(line: number, column: number): { location: Location; source: string | null } {
    const map = this.map();
    const found = map && originalPositionFor(map, { line, column: column - 1 });
    if (!map || !found || found.source === null) {
      return { location: { file: WITHOUT_MAP, line, column }, source: this.code };
    }
    const location = { file: toFileName(found.source), line: found.line, column: found.column + 1 };
    return { location, source: sourceContentFor(map, found.source) };
  }

  private map(): TraceMap | undefined {
    if (this.parsed || this.sourceMap === null) return this.parsed;
    try {
      this.parsed = new TraceMap(this.sourceMap);
    } catch {
      // A broken map costs the readable position, not the run.
    }
    return this.parsed;
  }
}

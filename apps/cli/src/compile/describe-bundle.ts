import { describeFunction, type FunctionDescriptor } from '@svc/functions';
import { messageOf } from '../cli-error.js';
import { codeFrame, type Diagnostic } from '@svc/compile';
import { evaluateScript, SCRIPT_NAME } from './evaluate-script.js';
import type { BundledFunction } from './function-file.js';
import { originalPosition } from './original-position.js';

const CREATORS = { sync: 'createSync', action: 'createAction', 'on-event': 'createOnEvent' } as const;

/** The description of a bundled function, or why there is none. */
export function describeBundle(bundled: BundledFunction): FunctionDescriptor | Diagnostic {
  let definition: unknown;
  try {
    definition = evaluateScript(bundled);
  } catch (error) {
    return loadDiagnostic(bundled, error);
  }
  if (definition === undefined) {
    return atFile(bundled, `has no default export: write "export default ${CREATORS[bundled.kind]}({ ... })"`);
  }
  try {
    const descriptor = describeFunction(definition);
    if (descriptor.type === bundled.kind) return descriptor;
    return atFile(
      bundled,
      `exports a function of type ${descriptor.type}, but lies in a folder for another: use ${CREATORS[bundled.kind]} or move the file`,
    );
  } catch (error) {
    return atFile(bundled, messageOf(error));
  }
}

function loadDiagnostic(bundled: BundledFunction, error: unknown): Diagnostic {
  const message = `fails while it is loaded: ${messageOf(error)}`;
  const stack = typeof error === 'object' && error !== null && 'stack' in error ? String(error.stack) : '';
  const position = originalPosition(stack, SCRIPT_NAME, bundled.map);
  if (!position) return atFile(bundled, message);
  const { file, line, column, source } = position;
  const frame = source === undefined ? {} : { frame: codeFrame(source, line, column) };
  return { severity: 'error', file, line, column, message: `${bundled.kind} "${bundled.name}" ${message}`, ...frame };
}

const atFile = ({ file, kind, name }: BundledFunction, message: string): Diagnostic => ({
  severity: 'error',
  file,
  message: `${kind} "${name}" ${message}`,
});

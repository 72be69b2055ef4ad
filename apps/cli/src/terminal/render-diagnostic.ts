import type { Diagnostic } from '@svc/compile';
import type { Paint } from './paint.js';

/** `file:line:column  message`, then the code frame and the hint. */
export function renderDiagnostic(diagnostic: Diagnostic, paint: Paint): string {
  const { file, line, column, severity, message, frame, hint } = diagnostic;
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  const title = severity === 'warning' ? paint('yellow', `warning: ${message}`) : paint('red', message);
  const lines = [`${paint('bold', place)}  ${title}`];
  if (frame) lines.push(frame);
  if (hint) lines.push(paint('dim', `  ${hint}`));
  return `${lines.join('\n')}\n`;
}

import { CliError } from '../cli-error.js';

/** A whole number that an option holds. */
export function numberOption(name: string, text: string, { min, max }: { min: number; max: number }): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isInteger(value) && value >= min && value <= max) return value;
  throw new CliError(`--${name} is "${text}": write a whole number from ${min} to ${max}.`, {
    code: 'invalid_options',
  });
}

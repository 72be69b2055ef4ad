import { AppError, invalidBody } from '@svc/errors';

const FIELD = /^\$\{(credentials|assertionOption)?\.?(\w+)\}$/;

/**
 * Signs with a key that was just typed in, so that a key which does not fit is a problem of its field.
 *
 * @param template where the definition takes the key from.
 * @throws AppError `invalid_body`
 */
export async function blamingField<T>(template: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const [, source, name] = FIELD.exec(template ?? '') ?? [];
    const isOfKey = error instanceof AppError && error.code === 'invalid_certificate_or_key_format';
    if (!isOfKey || name === undefined) throw error;
    const path = source === 'assertionOption' ? [source, name] : [name];
    throw invalidBody({ code: 'invalid_format', path, message: error.message });
  }
}

import type { InputFields } from '@svc/contracts';
import type { DirectInput } from '../direct-authorization.js';
import { readInput, type TypedFields } from './read-input.js';

/** @throws AppError `invalid_body` with every problem, by the names of the fields. */
export const readFields = (fields: InputFields, input: DirectInput): TypedFields => readInput(fields, input).fields;

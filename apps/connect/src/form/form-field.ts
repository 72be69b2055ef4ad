import type { InputField } from '@svc/contracts';

/** Where a value goes: the stored credentials, `connection_config`, or the answers that are used once. */
export type FieldGroup = 'params' | 'credentials' | 'assertionOption';

/** How a field is shown. */
export type FieldKind = 'text' | 'long-text' | 'choice';

/** One field of the form that a person fills in. */
export interface FormField {
  /** Unique in the form. */
  readonly id: string;
  readonly group: FieldGroup;
  /** Under which the gateway takes the value. */
  readonly name: string;
  readonly kind: FieldKind;
  readonly input: InputField;
}

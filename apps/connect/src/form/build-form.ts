import type { InputField, InputFields, Provider } from '@svc/contracts';
import type { Dictionary } from '../text/dictionary.js';
import { defaultConfigFields, defaultCredentialFields } from './default-fields.js';
import type { FieldGroup, FieldKind, FormField } from './form-field.js';

/** What a form is made from. */
export interface FormSource {
  readonly provider: Provider;
  /** The person is sent to the provider and types no credentials here. */
  readonly isRedirect: boolean;
  /** Values of `connection_config` that the session sets, so that nobody is asked for them. */
  readonly presets: Readonly<Record<string, unknown>>;
  /** The connection has values already; what is left empty stays as it is. */
  readonly isReconnecting: boolean;
  readonly text: Dictionary;
}

/** Names of values that have lines. */
const LONG = /(private_?key|certificate|pem|service_?account|json)$/i;

/** The fields to show, in order: first those that the definition numbers, then addresses, then credentials. */
export function buildForm({ provider, isRedirect, presets, isReconnecting, text }: FormSource): FormField[] {
  const config = provider.connection_config ?? defaultConfigFields(provider, text);
  const credentials = provider.credentials ?? defaultCredentialFields(provider, text);
  const groups: [FieldGroup, InputFields][] = [
    ['params', config],
    ...(isRedirect
      ? []
      : ([
          ['credentials', credentials],
          ['assertionOption', provider.assertion_option ?? {}],
        ] satisfies [FieldGroup, InputFields][])),
  ];
  return groups
    .flatMap(([group, fields]) =>
      Object.entries(fields).map(([name, input]) => {
        const mayStay = isReconnecting && group === 'params';
        return formFieldOf(group, name, mayStay ? { ...input, optional: true, default_value: undefined } : input);
      }),
    )
    .filter(({ group, name, input }) => !isSettled(input) && !(group === 'params' && isSet(presets[name])))
    .sort((a, b) => (a.input.order ?? Infinity) - (b.input.order ?? Infinity) || 0);
}

function formFieldOf(group: FieldGroup, name: string, input: InputField): FormField {
  return { id: `${group}.${name}`, group, name, kind: kindOf(name, input), input };
}

function kindOf(name: string, input: InputField): FieldKind {
  if (input.enum) return 'choice';
  return LONG.test(name) ? 'long-text' : 'text';
}

/** Filled in by the gateway. */
function isSettled({ hidden, automated }: InputField): boolean {
  return hidden === true || automated === true;
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

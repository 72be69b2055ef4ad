import { useEffect, useMemo, useState, type FormEvent, type RefObject } from 'react';
import type { Problem } from '../problem/problem.js';
import { buildForm, type FormSource } from './build-form.js';
import type { FormField } from './form-field.js';
import {
  initialValues,
  problemsOf,
  sentValues,
  visibleFields,
  withoutSecrets,
  type FormValues,
  type SentValues,
} from './form-values.js';
import { normalizeValue } from './normalize-value.js';
import type { ValueProblem } from './validate-value.js';
import { valueProblemText } from './value-problem-text.js';

/** A form being filled in. */
export interface FormState {
  /** Those that apply now. */
  readonly fields: readonly FormField[];
  readonly values: FormValues;
  readonly problemOf: (field: FormField) => string | undefined;
  readonly change: (field: FormField, value: string) => void;
  /**
   * Shows the value as it will be sent. Mistakes wait for the form to be sent: words that appear at once would move the
   * button away from under the click that left the field.
   */
  readonly leave: (field: FormField) => void;
  readonly submit: (event: FormEvent) => void;
}

/**
 * Keeps what is typed, checks it, and hands it over. After `failure` the secrets are typed again, and nothing else. `draft`
 * outlives the form, which is gone while the person is at the provider.
 */
export function useForm(
  source: FormSource,
  draft: RefObject<FormValues>,
  failure: Problem | undefined,
  onSubmit: (values: SentValues) => void,
): FormState {
  const { provider, isRedirect, presets, isReconnecting, text } = source;
  const all = useMemo(
    () => buildForm({ provider, isRedirect, presets, isReconnecting, text }),
    [provider, isRedirect, presets, isReconnecting, text],
  );
  const [values, setValues] = useState<FormValues>(() => ({ ...initialValues(all), ...draft.current }));
  const [problems, setProblems] = useState<Readonly<Record<string, ValueProblem>>>({});
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const fields = visibleFields(all, values, provider, presets);

  useEffect(() => {
    draft.current = values;
  }, [draft, values]);

  useEffect(() => {
    if (!failure) return;
    setValues((typed) => withoutSecrets(all, typed));
    setRefused(failure.fields);
  }, [all, failure]);

  const problemOf = (field: FormField): string | undefined => {
    const problem = problems[field.id];
    return problem === undefined ? refused[field.name] : valueProblemText(text, problem, field.input);
  };

  const change = (field: FormField, value: string): void => {
    setValues((typed) => ({ ...typed, [field.id]: value }));
    setProblems(({ [field.id]: _, ...others }) => others);
    setRefused(({ [field.name]: _, ...others }) => others);
  };

  const leave = (field: FormField): void => {
    const value = values[field.id] ?? '';
    const bare = normalizeValue(field, value);
    if (bare !== value) setValues((typed) => ({ ...typed, [field.id]: bare }));
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const found = problemsOf(fields, values);
    setProblems(found);
    const first = fields.find(({ id }) => found[id] !== undefined);
    if (first) document.getElementById(first.id)?.focus();
    else onSubmit(sentValues(fields, values));
  };

  return { fields, values, problemOf, change, leave, submit };
}

import type { ReactElement, ReactNode } from 'react';
import type { FormField } from '../form/form-field.js';
import { useText } from '../text/text-context.js';
import { FieldControl } from './field-control.js';
import { Icon } from './icon.js';

interface FormFieldInputProps {
  readonly field: FormField;
  readonly value: string;
  readonly problem: string | undefined;
  /** Where the provider's guide explains this value. */
  readonly docs: string | undefined;
  readonly isDisabled: boolean;
  readonly onChange: (value: string) => void;
  readonly onLeave: () => void;
}

/** One field of the form with its label, hint, warning and what is wrong with it. */
export function FormFieldInput(props: FormFieldInputProps): ReactElement {
  const { field, value, problem, docs } = props;
  const { id, input } = field;
  const warning = input.warnings?.[value];
  const notes: readonly Note[] = [
    { id: `${id}.problem`, look: 'problem', content: problem },
    { id: `${id}.hint`, look: 'hint', content: input.description },
    { id: `${id}.warning`, look: 'warning', content: warning && <Warning text={warning} /> },
  ];
  const shown = notes.filter(({ content }) => content !== undefined && content !== '');
  return (
    <div className="field">
      <FieldHead field={field} docs={docs} />
      <FieldControl
        field={field}
        value={value}
        isDisabled={props.isDisabled}
        isInvalid={problem !== undefined}
        describedBy={shown.map((note) => note.id).join(' ') || undefined}
        onChange={props.onChange}
        onLeave={props.onLeave}
      />
      {shown.map((note) => (
        <div key={note.id} id={note.id} className={`field-${note.look}`}>
          {note.content}
        </div>
      ))}
    </div>
  );
}

interface Note {
  readonly id: string;
  readonly look: 'problem' | 'hint' | 'warning';
  readonly content: ReactNode;
}

function FieldHead({ field, docs }: { readonly field: FormField; readonly docs: string | undefined }): ReactElement {
  const { connect: text } = useText();
  return (
    <div className="field-head">
      <label htmlFor={field.id}>
        {field.input.title}
        {field.input.optional && <span className="field-optional"> ({text.optional})</span>}
      </label>
      {docs !== undefined && (
        <a className="field-docs" href={docs} target="_blank" rel="noopener noreferrer">
          {text.guide}
          <span className="unseen"> ({text.guideNewTab})</span>
        </a>
      )}
    </div>
  );
}

function Warning({ text }: { readonly text: string }): ReactElement {
  return (
    <span role="status">
      <Icon name="alert" />
      <span>{text}</span>
    </span>
  );
}

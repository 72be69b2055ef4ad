import { useState, type ReactElement } from 'react';
import type { FormField } from '../form/form-field.js';
import { useText } from '../text/text-context.js';
import { Icon } from './icon.js';

interface FieldControlProps {
  readonly field: FormField;
  readonly value: string;
  readonly isDisabled: boolean;
  readonly isInvalid: boolean;
  /** Ids of the texts that belong to it. */
  readonly describedBy: string | undefined;
  readonly onChange: (value: string) => void;
  readonly onLeave: () => void;
}

const INPUT_MODES = { uri: 'url', email: 'email', hostname: 'url', uuid: undefined } as const;

/** What a person types or chooses in. */
export function FieldControl(props: FieldControlProps): ReactElement {
  return props.field.kind === 'choice' ? <Choice {...props} /> : <Typed {...props} />;
}

const attributesOf = ({ field, value, isDisabled, isInvalid, describedBy, onLeave }: FieldControlProps) => ({
  id: field.id,
  name: field.id,
  value,
  disabled: isDisabled,
  'aria-invalid': isInvalid || undefined,
  'aria-describedby': describedBy,
  'aria-required': !field.input.optional,
  onBlur: onLeave,
});

function Choice(props: FieldControlProps): ReactElement {
  const { connect: text } = useText();
  const { value, onChange } = props;
  const options = props.field.input.enum ?? [];
  return (
    <span className="control control-choice">
      <select {...attributesOf(props)} onChange={(event) => onChange(event.target.value)}>
        {!options.includes(value) && <option value="">{text.choose}</option>}
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
      <Icon name="chevron" />
    </span>
  );
}

function Typed(props: FieldControlProps): ReactElement {
  const [isShown, setShown] = useState(false);
  const { kind, input } = props.field;
  const isMasked = input.secret === true && !isShown;
  const attributes = {
    ...attributesOf(props),
    placeholder: input.example,
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    // Password managers have nothing to offer here: the account belongs to another site.
    'data-1p-ignore': 'true',
    'data-lpignore': 'true',
  };
  return (
    <span className={`control control-${kind}`}>
      {input.prefix && <span className="affix">{input.prefix}</span>}
      {kind === 'long-text' ? (
        <textarea
          {...attributes}
          rows={4}
          className={isMasked ? 'masked' : undefined}
          onChange={(event) => props.onChange(event.target.value)}
        />
      ) : (
        <input
          {...attributes}
          type={isMasked ? 'password' : 'text'}
          inputMode={input.format && INPUT_MODES[input.format]}
          onChange={(event) => props.onChange(event.target.value)}
        />
      )}
      {input.suffix && <span className="affix">{input.suffix}</span>}
      {input.secret && <Reveal field={props.field} isShown={isShown} onToggle={() => setShown(!isShown)} />}
    </span>
  );
}

interface RevealProps extends Pick<FieldControlProps, 'field'> {
  readonly isShown: boolean;
  readonly onToggle: () => void;
}

function Reveal({ field, isShown, onToggle }: RevealProps): ReactElement {
  const { connect: text } = useText();
  const { title } = field.input;
  return (
    <button
      type="button"
      className="reveal"
      aria-label={isShown ? text.hide(title) : text.show(title)}
      aria-controls={field.id}
      onClick={onToggle}
    >
      <Icon name={isShown ? 'eyeOff' : 'eye'} />
    </button>
  );
}

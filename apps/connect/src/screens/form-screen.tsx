import { directRouteOf } from '@svc/connect';
import type { Integration, Provider } from '@svc/contracts';
import type { ReactElement, RefObject } from 'react';
import { Button } from '../components/button.js';
import { FormFieldInput } from '../components/form-field-input.js';
import { Icon } from '../components/icon.js';
import { Logo } from '../components/logo.js';
import { ProblemBanner } from '../components/problem-banner.js';
import { Title } from '../components/title.js';
import { docsLink, type DocsSources } from '../form/docs-link.js';
import type { FormValues, SentValues } from '../form/form-values.js';
import { useForm } from '../form/use-form.js';
import type { Problem } from '../problem/problem.js';
import { useText } from '../text/text-context.js';

interface FormScreenProps {
  readonly integration: Integration;
  readonly provider: Provider;
  /** What the session sets, so that nobody is asked for it. */
  readonly presets: Readonly<Record<string, unknown>>;
  readonly docsOverride: string | undefined;
  readonly isReconnecting: boolean;
  /** What was typed before the person went to the provider. */
  readonly draft: RefObject<FormValues>;
  readonly problem: Problem | undefined;
  readonly isSending: boolean;
  /** Address of the customer's own page, with what went wrong. */
  readonly returnTo: string | undefined;
  readonly onSubmit: (values: SentValues) => void;
}

/** Asks for what the provider needs, or just for the click that opens the provider's window. */
export function FormScreen(props: FormScreenProps): ReactElement {
  const { integration, provider, presets, isReconnecting, problem, isSending } = props;
  const text = useText();
  const name = integration.display_name;
  const isRedirect = directRouteOf(provider, integration.unique_key) === undefined;
  const form = useForm({ provider, isRedirect, presets, isReconnecting, text }, props.draft, problem, props.onSubmit);
  const docs: DocsSources = { override: props.docsOverride, docsConnect: provider.docs_connect, docs: provider.docs };
  const isBare = form.fields.length === 0;
  const hint = isRedirect ? text.connect.hintRedirect : isBare ? text.connect.hintPlain : text.connect.hintForm;
  return (
    <form noValidate onSubmit={form.submit} className={isBare ? 'form-bare' : undefined}>
      <div className="intro">
        <Logo address={integration.logo} name={name} size="large" />
        <Title>{isReconnecting ? text.connect.again(name) : text.connect.title(name)}</Title>
        <p className="hint">{hint(name)}</p>
      </div>
      {problem && !isSending && <ProblemBanner problem={problem} name={name} returnTo={props.returnTo} />}
      {form.fields.map((field) => (
        <FormFieldInput
          key={field.id}
          field={field}
          value={form.values[field.id] ?? ''}
          problem={form.problemOf(field)}
          docs={field.input.doc_section === undefined ? undefined : docsLink(docs, field.input.doc_section)}
          isDisabled={isSending}
          onChange={(value) => form.change(field, value)}
          onLeave={() => form.leave(field)}
        />
      ))}
      <Submit
        isSending={isSending}
        label={problem ? text.connect.retry : isRedirect ? text.connect.open(name) : text.connect.submit}
      />
      {!isBare && <Below guide={docsLink(docs)} hasSecrets={form.fields.some(({ input }) => input.secret)} />}
    </form>
  );
}

function Submit({ isSending, label }: { readonly isSending: boolean; readonly label: string }): ReactElement {
  const { connect: text } = useText();
  return (
    <div className="actions">
      <Button type="submit" isBusy={isSending}>
        {isSending ? text.sending : label}
      </Button>
      <p className="unseen" role="status">
        {isSending ? text.sending : ''}
      </p>
    </div>
  );
}

function Below({
  guide,
  hasSecrets,
}: {
  readonly guide: string | undefined;
  readonly hasSecrets: boolean;
}): ReactElement {
  const { connect: text } = useText();
  return (
    <div className="below">
      {guide !== undefined && (
        <a className="link" href={guide} target="_blank" rel="noopener noreferrer">
          {text.guide}
          <Icon name="link" />
          <span className="unseen"> ({text.guideNewTab})</span>
        </a>
      )}
      {hasSecrets && (
        <p className="assurance">
          <Icon name="lock" />
          {text.stored}
        </p>
      )}
    </div>
  );
}

import type { ProviderDefinition } from '@svc/contracts';
import type { FieldProblem } from './field-problem.js';
import { templateTexts } from './template-texts.js';

/** Names of headers and parameters whose value is nobody else's business. */
const SECRET_NAME = /^(proxy-)?authorization$|^cookie$|(api[-_]?key|secret|password|passwd|[-_]token)$/i;

/** Parts of a definition that carry credentials. */
const PARTS = /^(proxy\.(headers|query|body)|(refresh_)?token_(headers|params)|refresh_params|additional_steps)\./;

/** Secrets that were written into a definition, which everyone who may list providers reads. */
export function checkLiteralSecrets(definition: ProviderDefinition): FieldProblem[] {
  const texts = templateTexts(definition).filter(
    ({ path, text }) =>
      PARTS.test(path) && SECRET_NAME.test(path.split('.').at(-1) ?? '') && text !== '' && !text.includes('${'),
  );
  const defaults = (['connection_config', 'credentials', 'integration_config', 'assertion_option'] as const).flatMap(
    (group) =>
      Object.entries(definition[group] ?? {})
        .filter(([, field]) => field.secret && field.default_value !== undefined)
        .map(([name]) => `${group}.${name}.default_value`),
  );
  return [...texts.map(({ path }) => path), ...defaults].map((path) => ({
    path,
    reason: 'holds a secret in the clear: take it from the integration or the connection by a placeholder',
  }));
}

import type { ProviderDefinition } from '@svc/contracts';
import { checkAddresses } from './check-addresses.js';
import { checkLiteralSecrets } from './check-literal-secrets.js';
import { checkInputs } from './check-inputs.js';
import { checkSecretHosts } from './check-secret-hosts.js';
import { checkTemplates } from './check-templates.js';
import type { FieldProblem } from './field-problem.js';
import { missingFields } from './required-fields.js';
import { templateTexts } from './template-texts.js';

/** How strict validation is. */
export interface ValidationOptions {
  /** Whether addresses may be http: in an operator's own definitions, for servers inside the network. */
  readonly allowHttp: boolean;
}

/** Everything wrong with a definition whose shape is right and whose alias is resolved. */
export function validateDefinition(definition: ProviderDefinition, options: ValidationOptions): FieldProblem[] {
  return [
    ...missingFields(definition).map((path) => ({ path, reason: requiredReason(definition) })),
    ...checkTemplates(definition),
    ...checkAddresses(definition, options),
    ...checkSecretHosts(definition),
    ...checkInputs(definition),
    ...checkKeyIsSent(definition),
    ...checkRetryPattern(definition),
    ...checkSource(definition),
    ...checkLiteralSecrets(definition),
  ];
}

const requiredReason = ({ auth_mode: mode }: ProviderDefinition): string =>
  mode ? `is required with auth_mode ${mode}` : 'is required';

function checkKeyIsSent(definition: ProviderDefinition): FieldProblem[] {
  if (definition.auth_mode !== 'API_KEY' || !definition.proxy) return [];
  const isSent = templateTexts(definition).some(({ path, text }) => path.startsWith('proxy.') && /apiKey/.test(text));
  return isSent
    ? []
    : [{ path: 'proxy', reason: 'the API key is sent nowhere: use ${apiKey} in headers, query or body' }];
}

function checkRetryPattern({ proxy }: ProviderDefinition): FieldProblem[] {
  const value = proxy?.retry?.in_body?.value;
  if (value === undefined) return [];
  try {
    new RegExp(value);
    return [];
  } catch {
    return [{ path: 'proxy.retry.in_body.value', reason: `"${value}" is not a regular expression` }];
  }
}

function checkSource({ confidence, source }: ProviderDefinition): FieldProblem[] {
  const isUnfounded = confidence === 'documented' && !source?.length;
  return isUnfounded ? [{ path: 'source', reason: 'is required with confidence documented' }] : [];
}

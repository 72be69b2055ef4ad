import type { InterpolationContext } from './interpolation-context.js';
import type { VariableSegment } from './template.js';

/** Text of a placeholder's value, or undefined when it has none. Only texts and numbers count as values. */
export function resolveVariable(segment: VariableSegment, context: InterpolationContext): string | undefined {
  const value = lookUp(segment, context);
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : undefined;
}

function lookUp({ source, path, step }: VariableSegment, context: InterpolationContext): unknown {
  const { values } = context;
  switch (source) {
    case 'connectionConfig':
      return entered(valueAt(values.connectionConfig, path));
    case 'integrationConfig':
      return entered(valueAt(values.integrationConfig, path));
    case 'assertionOption':
      return valueAt(values.assertionOption, path);
    case 'credentials':
      return valueAt(values.credentials, path);
    case 'step':
      return valueAt(values.steps?.[step - 1], path);
    case 'named':
      return named(path, context);
  }
}

/** A field that was left empty has no value; an empty password is one. */
const entered = (value: unknown): unknown => (value === '' ? undefined : value);

function named(path: readonly string[], context: InterpolationContext): unknown {
  const { credentials, clientId, clientSecret, request } = context.values;
  const [name] = path;
  if (path.length > 1 || name === undefined) return valueAt(credentials, path);
  switch (name) {
    case 'random':
      return context.random;
    case 'accessToken':
      return credentials?.['access_token'] ?? credentials?.['token'];
    case 'clientId':
      return valueAt(credentials, ['config_override', 'client_id']) ?? clientId ?? credentials?.['client_id'];
    case 'clientSecret':
      return (
        valueAt(credentials, ['config_override', 'client_secret']) ?? clientSecret ?? credentials?.['client_secret']
      );
    case 'appId':
    case 'appLink':
      return context.values[name];
    default:
      return request?.get(name) ?? ownValue(credentials, name);
  }
}

/** Follows a path. A key that holds dots itself, as captured token metadata does, wins over nesting. */
function valueAt(root: unknown, path: readonly string[]): unknown {
  if (path.length > 1) {
    const flat = ownValue(root, path.join('.'));
    if (flat !== undefined) return flat;
  }
  let value = root;
  for (const key of path) value = ownValue(value, key);
  return value;
}

/** Own properties only, so that `${credentials.constructor}` finds nothing. */
function ownValue(holder: unknown, key: string): unknown {
  if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, key)) return undefined;
  return Reflect.get(holder, key);
}

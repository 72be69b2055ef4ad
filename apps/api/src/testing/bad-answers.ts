import { FAULTS, type Fault } from '@svc/testing';

/** Answers that bring no token, though they look like success. */
export const MALFORMED: readonly (readonly [string, Fault])[] = [
  ['cut JSON', FAULTS.notJson],
  ['JSON without a token', FAULTS.noToken],
  ['a web page', FAULTS.htmlPage],
  ['nothing', FAULTS.empty],
  ['the way to another place', { answer: { status: 307, headers: { location: '/elsewhere' } } }],
  ['more than anyone reads', { answer: { status: 200, body: `{"a":"${'x'.repeat(2_000_000)}"}` } }],
];

/** Answers that say nothing about credentials, with the reason that customers are told. */
export const OUTAGES: readonly (readonly [string, Fault, string])[] = [
  ['a 500', FAULTS.serverError, 'provider_down'],
  ['a page of maintenance', FAULTS.unavailable, 'provider_down'],
  ['a 429', FAULTS.throttled(30), 'throttled'],
  ['a cut connection', FAULTS.reset, 'provider_down'],
  ['cut JSON', FAULTS.notJson, 'provider_down'],
  ['a web page', FAULTS.htmlPage, 'provider_down'],
];

import { InterpolationContext, type InterpolationValues } from '@svc/providers';
import type { AuthSubject } from './auth-subject.js';

/** What the templates of an address for the browser may refer to. No secret is among it: everyone on the way reads it. */
export const publicContext = (
  { connectionConfig, integration }: AuthSubject,
  more: InterpolationValues = {},
): InterpolationContext =>
  new InterpolationContext({
    connectionConfig,
    integrationConfig: { ...integration.config, ...integration.custom },
    ...more,
  });

import type { Integration } from '@svc/contracts';
import { useEffect, useState } from 'react';
import { takeLeftAttempt, type LeftAttempt } from './left-attempt.js';

/** Which integration the person is connecting. */
export interface Choice {
  readonly integration: Integration;
  /** It was begun before, and went on in this window. */
  readonly left?: LeftAttempt | undefined;
}

/** The person's choice, made for them where there is only one, or where they have chosen before. */
export function useChosenIntegration(
  integrations: readonly Integration[] | undefined,
  sessionToken: string | undefined,
): readonly [Choice | undefined, (integration: Integration | undefined) => void] {
  const [choice, setChoice] = useState<Choice>();
  useEffect(() => {
    if (!integrations || sessionToken === undefined) return;
    const left = takeLeftAttempt(sessionToken);
    const resumed = integrations.find(({ unique_key: key }) => key === left?.integration);
    const only = integrations.length === 1 ? integrations[0] : undefined;
    const integration = resumed ?? only;
    setChoice(integration && { integration, left: resumed && left });
  }, [integrations, sessionToken]);
  return [choice, (integration) => setChoice(integration && { integration })];
}

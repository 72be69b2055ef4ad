import type { EndUser, EndUserInput } from '@svc/contracts';

type Tags = Readonly<Record<string, string>>;

/** Tags that stand for a deprecated end user, so that it is found by them too (wire contract, section 5, "Tags and end user"). */
export function tagsOfEndUser(endUser: Partial<EndUserInput> | undefined): Tags {
  if (!endUser) return {};
  const { id, email, display_name: displayName, organization, tags } = endUser;
  const named = {
    end_user_id: id,
    end_user_email: email,
    end_user_display_name: displayName,
    organization_id: organization?.id,
    organization_display_name: organization?.display_name,
  };
  return {
    ...Object.fromEntries(Object.entries(named).flatMap(([name, value]) => (value ? [[name, value]] : []))),
    ...tags,
  };
}

/** An end user as it is stored and answered. */
export const toEndUser = ({ id, email, display_name: displayName, tags, organization }: EndUserInput): EndUser => ({
  id,
  display_name: displayName ?? null,
  email: email ?? null,
  tags: tags ?? null,
  organization: organization ? { id: organization.id, display_name: organization.display_name ?? null } : null,
});

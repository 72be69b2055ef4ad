import type { User } from '../../models.js';
import { toIso } from '../../shared/dates.js';
import type { HelpdeskUser } from '../types.js';

export const toUser = (user: HelpdeskUser): User => ({
  id: user.id.toString(),
  email: user.mail,
  ...(user.full_name ? { name: user.full_name } : {}),
  createdAt: toIso(user.created),
});

import './gitea/on-events/allow.js';
import './gitea/on-events/deregister.js';
import './gitea/on-events/register.js';
import './gitea/syncs/issues.js';

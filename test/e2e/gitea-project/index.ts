import './gitea/actions/create-issue.js';
import './gitea/syncs/issues.js';

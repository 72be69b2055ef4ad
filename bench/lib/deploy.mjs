import { execFileSync } from 'node:child_process';
import path from 'node:path';

const CLI = path.resolve(import.meta.dirname, '../../apps/cli/dist/main.js');

/** Deploys a project by the command-line tool. */
export const deployProject = (gateway, project) => {
  const env = {
    ...process.env,
    SVC_HOST: gateway.apiUrl,
    [`SVC_SECRET_KEY_${gateway.environment.toUpperCase()}`]: gateway.secretKey,
  };
  execFileSync(process.execPath, [CLI, 'deploy', gateway.environment, '--yes'], { cwd: project, env, stdio: 'pipe' });
};

import { existsSync } from 'node:fs';
import path from 'node:path';
import { GatewayApi } from '../gateway-api.js';
import { CliEnvironment } from './cli-environment.js';
import { INDEX_FILE } from './project.js';

/** The gateway as an environment's key sees it; the key is that of the project around the current folder, if there is one. */
export function gatewayOf(environmentName: string): GatewayApi {
  const environment = environmentAround();
  return new GatewayApi(environment.host, environment.secretKey(environmentName));
}

/** Settings of the project around the current folder, if there is one, or of the process. */
export const environmentAround = (): CliEnvironment =>
  CliEnvironment.load(projectAround(process.cwd()) ?? process.cwd());

function projectAround(directory: string): string | undefined {
  if (existsSync(path.join(directory, INDEX_FILE))) return directory;
  const parent = path.dirname(directory);
  return parent === directory ? undefined : projectAround(parent);
}

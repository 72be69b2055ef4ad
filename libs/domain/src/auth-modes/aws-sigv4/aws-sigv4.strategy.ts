import { Injectable } from '@nestjs/common';
import type { CredentialsOf } from '@svc/contracts';
import type { AuthStrategy } from '../auth-strategy.js';
import type { AuthSubject } from '../auth-subject.js';
import type { DirectAuthorization } from '../direct-authorization.js';
import type { ObtainedCredentials } from '../obtained-credentials.js';
import type { Renewal } from '../renewal.js';
import { asMisconfigured } from '../tokens/as-misconfigured.js';
import { credentialContext } from '../tokens/credential-context.js';
import { TokenEndpoint } from '../tokens/token-endpoint.service.js';
import { TokenFailure } from '../tokens/token-failure.js';
import { credentialFieldsOf } from '../typed-in/default-fields.js';
import { readFields } from '../typed-in/read-fields.js';
import { readAssumedRole } from './assume-role-answer.js';
import { assumeRoleRequest, stsAddress } from './assume-role-request.js';
import { externalIdOf } from './external-id.js';
import { operatorKeyOf, type OperatorKey } from './operator-key.js';

type AwsCredentials = CredentialsOf<'AWS_SIGV4'>;

/** A role in the person's AWS account that lets the integration's key assume it, for an hour at a time. */
@Injectable()
export class AwsSigV4Strategy implements AuthStrategy {
  readonly modes = ['AWS_SIGV4'] as const;

  constructor(private readonly endpoint: TokenEndpoint) {}

  readonly direct: DirectAuthorization = {
    obtain: async (subject, input, signal) => {
      const { provider } = subject;
      const fields = readFields(credentialFieldsOf(provider), input);
      const { service, default_region: defaultRegion } = provider.aws_sigv4 ?? {};
      const externalId = externalIdOf(subject);
      const typed: AwsCredentials = {
        ...fields,
        type: 'AWS_SIGV4',
        region: fields['region'] ?? defaultRegion ?? 'us-east-1',
        service,
        ...(externalId !== undefined && { external_id: externalId }),
      };
      const obtained = await this.assume(subject, typed, operatorKeyOf(subject), signal);
      return { ...obtained, connectionConfig: externalId === undefined ? {} : { external_id: externalId } };
    },
  };

  readonly renewal: Renewal = {
    isRepeatable: true,
    canRenew: ({ type }) => type === 'AWS_SIGV4',
    renew: async (subject, signal) => {
      const { credentials: held } = subject;
      if (held.type !== 'AWS_SIGV4') throw new TokenFailure('misconfigured', 'The connection has no role.');
      const key = await asMisconfigured(() => operatorKeyOf(subject));
      return this.assume(subject, held, key, signal);
    },
  };

  private async assume(
    subject: AuthSubject,
    held: AwsCredentials,
    key: OperatorKey,
    signal: AbortSignal,
  ): Promise<ObtainedCredentials> {
    const { provider, integration } = subject;
    const externalId = typeof held['external_id'] === 'string' ? held['external_id'] : undefined;
    const role = {
      roleArn: String(held['role_arn'] ?? ''),
      externalId,
      sessionName: `gateway-${integration.uniqueKey}`,
    };
    const context = credentialContext({ ...subject, credentials: held });
    const request = await asMisconfigured(() => assumeRoleRequest(stsAddress(provider, context, key), role, key));
    const assumed = readAssumedRole(await this.endpoint.send(request, signal), externalId);
    return {
      credentials: {
        ...held,
        access_key_id: assumed.accessKeyId,
        secret_access_key: assumed.secretAccessKey,
        session_token: assumed.sessionToken,
        expires_at: assumed.expiresAt.toISOString(),
        raw: { ...assumed.raw },
      },
      expiresAt: assumed.expiresAt,
      connectionConfig: {},
      isRotated: null,
    };
  }
}

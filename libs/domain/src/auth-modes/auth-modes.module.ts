import { Module } from '@nestjs/common';
import { AppAuthorization } from './app/app-authorization.js';
import { AppJwts } from './app/app-jwt.service.js';
import { AppRenewal } from './app/app-renewal.js';
import { AppStrategy } from './app/app.strategy.js';
import { InstallationTokens } from './app/installation-tokens.service.js';
import { CustomAuthorization } from './custom/custom-authorization.js';
import { CustomRenewal } from './custom/custom-renewal.js';
import { CustomStrategy } from './custom/custom.strategy.js';
import { InstallationCheck } from './custom/installation-check.service.js';
import { AwsSigV4Strategy } from './aws-sigv4/aws-sigv4.strategy.js';
import { AuthModes } from './auth-modes.service.js';
import { AUTH_STRATEGIES, type AuthStrategy } from './auth-strategy.js';
import { BillStrategy } from './bill/bill.strategy.js';
import { InstallPluginStrategy } from './install-plugin/install-plugin.strategy.js';
import { JwtStrategy } from './jwt/jwt.strategy.js';
import { ClientProbe } from './mcp/client-probe.service.js';
import { ClientRegistrations } from './mcp/client-registrations.service.js';
import { McpAuthorization } from './mcp/mcp-authorization.js';
import { McpClients } from './mcp/mcp-clients.service.js';
import { McpDiscovery } from './mcp/mcp-discovery.service.js';
import { McpRenewal } from './mcp/mcp-renewal.js';
import { McpServers } from './mcp/mcp-servers.service.js';
import { McpStrategy } from './mcp/mcp.strategy.js';
import { OAuth2ClientCredentialsRenewal } from './oauth2-client-credentials/oauth2-client-credentials-renewal.js';
import { OAuth2ClientCredentialsStrategy } from './oauth2-client-credentials/oauth2-client-credentials.strategy.js';
import { OAuth1Authorization } from './oauth1/oauth1-authorization.js';
import { OAuth1Strategy } from './oauth1/oauth1.strategy.js';
import { CodeExchange } from './oauth2/code-exchange.service.js';
import { OAuth2Authorization } from './oauth2/oauth2-authorization.js';
import { OAuth2Renewal } from './oauth2/oauth2-renewal.js';
import { OAuth2Revocation } from './oauth2/oauth2-revocation.js';
import { OAuth2Strategy } from './oauth2/oauth2.strategy.js';
import { SignatureStrategy } from './signature/signature.strategy.js';
import { ApiKeyStrategy } from './static/api-key.strategy.js';
import { BasicStrategy } from './static/basic.strategy.js';
import { TokenBasedStrategy } from './static/token-based.strategy.js';
import { UnauthenticatedStrategy } from './static/unauthenticated.strategy.js';
import { DEFAULT_RENEWAL_TIMING, RENEWAL_TIMING } from './tokens/renewal-timing.js';
import { TokenEndpoint } from './tokens/token-endpoint.service.js';
import { TwoStepExchange } from './two-step/two-step-exchange.service.js';
import { TwoStepStrategy } from './two-step/two-step.strategy.js';

const STRATEGIES = [
  OAuth1Strategy,
  OAuth2Strategy,
  AppStrategy,
  CustomStrategy,
  InstallPluginStrategy,
  McpStrategy,
  OAuth2ClientCredentialsStrategy,
  ApiKeyStrategy,
  BasicStrategy,
  TokenBasedStrategy,
  UnauthenticatedStrategy,
  TwoStepStrategy,
  AwsSigV4Strategy,
  BillStrategy,
  JwtStrategy,
  SignatureStrategy,
];

/** How accounts are authorized, an auth mode each. */
@Module({
  providers: [
    { provide: RENEWAL_TIMING, useValue: DEFAULT_RENEWAL_TIMING },
    TokenEndpoint,
    AppJwts,
    AppAuthorization,
    AppRenewal,
    InstallationTokens,
    CustomAuthorization,
    CustomRenewal,
    InstallationCheck,
    ClientProbe,
    ClientRegistrations,
    McpAuthorization,
    McpClients,
    McpDiscovery,
    McpRenewal,
    McpServers,
    CodeExchange,
    OAuth1Authorization,
    OAuth2Authorization,
    OAuth2Renewal,
    OAuth2Revocation,
    OAuth2ClientCredentialsRenewal,
    TwoStepExchange,
    ...STRATEGIES,
    { provide: AUTH_STRATEGIES, inject: STRATEGIES, useFactory: (...all: AuthStrategy[]): AuthStrategy[] => all },
    AuthModes,
  ],
  exports: [AppJwts, AuthModes, RENEWAL_TIMING, TokenEndpoint],
})
export class AuthModesModule {}

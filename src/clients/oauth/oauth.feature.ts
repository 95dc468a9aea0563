import { defineFeature } from '../../core/features/index.js';
import { OAuthModule } from './oauth.module.js';

const auditActions = {
  'client.access_token_issued': 'Access tokens issued',
} as const;

const examples = {
  'AccessTokenRequest.grant_type': 'client_credentials',
  'AccessTokenRequest.scope': 'forecast:read usage:read',
  'AccessToken.access_token':
    'eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJjbGllbnRfaWQiOiJjbGlfMDEifQ.c2lnbmF0dXJl',
  'AccessToken.expires_in': 3600,
  'AccessToken.scope': 'forecast:read usage:read',
  'OAuthError.error': 'invalid_client',
  'OAuthError.error_description': 'The client ID or secret is wrong.',
  'AuthorizationServer.issuer': 'https://weather.example',
  authorization_endpoint: 'https://weather.example/docs/authentication',
  token_endpoint: 'https://weather.example/v1/oauth/token',
  grant_types_supported: ['client_credentials'],
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  scopes_supported: ['forecast:read', 'forecast:batch', 'usage:read', 'keys:manage'],
  response_types_supported: [],
  service_documentation: 'https://weather.example/docs/authentication',
};

export const OAUTH_FEATURE = defineFeature({
  name: 'oauth',
  module: OAuthModule,
  tags: [
    {
      name: 'Access tokens',
      description: 'Short-lived bearer tokens for programs, by OAuth 2.0 client credentials.',
    },
  ],
  auditActions,
  securitySchemes: {
    accessToken: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'An access token of a client (OAuth 2.0 client credentials).',
    },
  },
  examples,
});

declare module '../../core/features/names.types.js' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

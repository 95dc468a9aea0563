import type { OwnPermission } from '../../../src/organizations/permissions.js';
import { FROST } from '../../support/alert-caller.js';
import type { SignedInCaller } from '../../support/api-caller.js';

/** The objects that the requests of a test refer to. */
export interface Scene {
  caller: SignedInCaller;
  organizationId: string;
  clientId: string;
  keyId: string;
  alertId: string;
  loggedRequestId: string;
  /** Members that may be removed. */
  memberId: string;
  ownerId: string;
  invitationId: string;
  domainId: string;
  webhookId: string;
  eventId: string;
}

/** The operation, the status if it is permitted, the path and the body. */
export type Request = [operationId: string, granted: number, path: string, body?: unknown];

let invited = 0;
export const newAddress = () => `invited-${(invited += 1)}@example.com`;

/**
 * Per permission, one request to each route that requires it. The test below proves that all other routes require none.
 */
export const REQUESTS: Record<OwnPermission, (scene: Scene) => Request[]> = {
  'organization.read': ({ organizationId }) => [
    ['getOrganization', 200, `/v1/organizations/${organizationId}`],
    ['listMembers', 200, `/v1/organizations/${organizationId}/members`],
  ],
  'organization.update': ({ organizationId }) => [
    ['updateOrganization', 200, `/v1/organizations/${organizationId}`, { name: 'Renamed' }],
  ],
  'limits.change': ({ organizationId }) => [
    ['updateOrganization', 200, `/v1/organizations/${organizationId}`, { rate_limits: { day: 9 } }],
  ],
  'organization.delete': ({ organizationId }) => [
    ['deleteOrganization', 204, `/v1/organizations/${organizationId}`],
  ],
  // By the caller, who is a member in every scene except the stranger's.
  'organization.leave': ({ organizationId }) => [
    ['removeMember', 204, `/v1/organizations/${organizationId}/members/me`],
  ],
  'members.manage': ({ organizationId, memberId }) => [
    ['updateMember', 200, `/v1/organizations/${organizationId}/members/${memberId}`, { role: 'admin' }],
    ['removeMember', 204, `/v1/organizations/${organizationId}/members/${memberId}`],
  ],
  'owners.manage': ({ organizationId, memberId, ownerId }) => [
    ['updateMember', 200, `/v1/organizations/${organizationId}/members/${memberId}`, { role: 'owner' }],
    ['updateMember', 200, `/v1/organizations/${organizationId}/members/${ownerId}`, { role: 'admin' }],
    [
      'createInvitation',
      201,
      `/v1/organizations/${organizationId}/invitations`,
      { email: newAddress(), role: 'owner' },
    ],
  ],
  'invitations.manage': ({ organizationId, invitationId }) => [
    ['listInvitations', 200, `/v1/organizations/${organizationId}/invitations`],
    [
      'createInvitation',
      201,
      `/v1/organizations/${organizationId}/invitations`,
      { email: newAddress(), role: 'admin' },
    ],
    ['withdrawInvitation', 204, `/v1/organizations/${organizationId}/invitations/${invitationId}`],
  ],
  'issuer.manage': ({ organizationId }) => [
    [
      'setOrganizationIssuer',
      409,
      `/v1/organizations/${organizationId}/issuer`,
      { issuer: 'https://login.example.com', client_id: 'weather', client_secret: 'secret' },
    ],
    ['getOrganizationIssuer', 404, `/v1/organizations/${organizationId}/issuer`],
    ['removeOrganizationIssuer', 404, `/v1/organizations/${organizationId}/issuer`],
  ],
  'domains.manage': ({ organizationId, domainId }) => [
    ['addDomain', 201, `/v1/organizations/${organizationId}/domains`, { domain: 'example.org' }],
    ['listDomains', 200, `/v1/organizations/${organizationId}/domains`],
    // Its record isn't published.
    ['verifyDomain', 409, `/v1/organizations/${organizationId}/domains/${domainId}/verify`],
    ['removeDomain', 204, `/v1/organizations/${organizationId}/domains/${domainId}`],
  ],
  'factors.require': ({ organizationId }) => [
    ['updateOrganization', 200, `/v1/organizations/${organizationId}`, { require_factor: true }],
  ],
  'clients.read': ({ organizationId, clientId }) => [
    ['getClient', 200, `/v1/clients/${clientId}`],
    ['listClients', 200, `/v1/clients?organization_id=${organizationId}`],
  ],
  'clients.manage': ({ clientId }) => [
    ['updateClient', 200, `/v1/clients/${clientId}`, { name: 'Renamed' }],
    ['deleteClient', 204, `/v1/clients/${clientId}`],
  ],
  'secrets.create': ({ organizationId, clientId, keyId, webhookId }) => [
    ['createClient', 201, '/v1/clients', { name: 'Made', organization_id: organizationId }],
    ['rotateClientSecret', 201, `/v1/clients/${clientId}/secret`, {}],
    ['createApiKey', 201, `/v1/clients/${clientId}/api-keys`, { name: 'Made' }],
    ['rotateApiKey', 201, `/v1/clients/${clientId}/api-keys/${keyId}/rotate`, {}],
    [
      'createWebhook',
      201,
      '/v1/webhooks',
      { url: 'https://hooks.example.com', organization_id: organizationId },
    ],
    ['rotateWebhookSecret', 201, `/v1/webhooks/${webhookId}/rotate`, {}],
  ],
  'keys.read': ({ clientId, keyId }) => [
    ['listApiKeys', 200, `/v1/clients/${clientId}/api-keys`],
    ['getApiKey', 200, `/v1/clients/${clientId}/api-keys/${keyId}`],
  ],
  'keys.manage': ({ clientId, keyId }) => [
    ['updateApiKey', 200, `/v1/clients/${clientId}/api-keys/${keyId}`, { name: 'Renamed' }],
    ['revokeApiKey', 204, `/v1/clients/${clientId}/api-keys/${keyId}`],
  ],
  'webhooks.read': ({ organizationId, webhookId }) => [
    ['getWebhook', 200, `/v1/webhooks/${webhookId}`],
    ['listWebhooks', 200, `/v1/webhooks?organization_id=${organizationId}`],
    ['listWebhookDeliveries', 200, `/v1/webhooks/${webhookId}/deliveries`],
  ],
  'webhooks.manage': ({ webhookId, eventId }) => [
    ['updateWebhook', 200, `/v1/webhooks/${webhookId}`, { description: 'Changed' }],
    ['testWebhook', 202, `/v1/webhooks/${webhookId}/test`],
    ['retryWebhookDelivery', 202, `/v1/webhooks/${webhookId}/deliveries/${eventId}/retry`],
    ['deleteWebhook', 204, `/v1/webhooks/${webhookId}`],
  ],
  'forecasts.try': ({ clientId }) => [
    ['createApiKey', 201, `/v1/clients/${clientId}/api-keys`, { ephemeral: true }],
  ],
  'alerts.read': ({ organizationId, clientId, alertId }) => [
    ['getForecastAlert', 200, `/v1/alerts/${alertId}`],
    ['listForecastAlerts', 200, `/v1/alerts?organization_id=${organizationId}`],
    ['listForecastAlerts', 200, `/v1/alerts?client_id=${clientId}`],
  ],
  'alerts.manage': ({ clientId, alertId }) => [
    ['createForecastAlert', 201, '/v1/alerts', { ...FROST, client_id: clientId }],
    ['updateForecastAlert', 200, `/v1/alerts/${alertId}`, { name: 'Renamed' }],
    ['deleteForecastAlert', 204, `/v1/alerts/${alertId}`],
  ],
  'usage.read': ({ organizationId, clientId, loggedRequestId }) => [
    ['getUsage', 200, `/v1/usage?organization_id=${organizationId}`],
    ['getQuota', 200, `/v1/usage/quota?client_id=${clientId}`],
    ['listRequests', 200, `/v1/usage/requests?client_id=${clientId}`],
    ['getRequest', 200, `/v1/usage/requests/${loggedRequestId}`],
  ],
  'audit.read': ({ organizationId }) => [
    ['listAuditEvents', 200, `/v1/audit?organization_id=${organizationId}`],
  ],
};

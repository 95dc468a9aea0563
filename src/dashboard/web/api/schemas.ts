import type { components, paths } from '../../../../openapi/openapi.js';

export type Paths = paths;
type Schemas = components['schemas'];

export type Account = Schemas['Account'];
export type ApiKey = Schemas['ApiKey'];
export type Client = Schemas['Client'];
export type ClientScope = Schemas['ClientScope'];
export type CreateApiKey = Schemas['CreateApiKey'];
export type CreateClient = Schemas['CreateClient'];
export type CreatedApiKey = Schemas['CreatedApiKey'];
export type CreatedClient = Schemas['CreatedClient'];
export type Forecast = Schemas['Forecast'];
export type KeyScope = Schemas['KeyScope'];
export type Problem = Schemas['Problem'];
export type Quota = Schemas['Quota'];
export type RateLimits = Schemas['RateLimits'];
export type Session = Schemas['Session'];
export type UpdateApiKey = Schemas['UpdateApiKey'];
export type UpdateClient = Schemas['UpdateClient'];
export type UpdateOwnAccount = Schemas['UpdateOwnAccount'];
export type AuditAction = Schemas['AuditAction'];
export type AuditEvent = Schemas['AuditEvent'];
export type Field = Schemas['Field'];
export type WeatherCode = Schemas['WeatherCode'];

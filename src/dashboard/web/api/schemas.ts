import type { components, paths } from '../../../../openapi/openapi.js';

export type Paths = paths;
type Schemas = components['schemas'];

export type Account = Schemas['Account'];
export type Session = Schemas['Session'];
export type Client = Schemas['Client'];
export type CreatedClient = Schemas['CreatedClient'];
export type ApiKey = Schemas['ApiKey'];
export type CreatedApiKey = Schemas['CreatedApiKey'];
export type Problem = Schemas['Problem'];
export type RequestFault = Schemas['RequestFault'];

import { ApiCaller } from '../../../support/api-caller.js';
import type { TestApp } from '../../../support/test-app.js';

export const TOKEN = '/v1/oauth/token';
export const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
export const GRANT = 'grant_type=client_credentials';

export interface ClientCredentials {
  client_id: string;
  client_secret: string;
}

interface TokenAnswer {
  access_token: string;
  scope: string;
  error: string;
}

/** Requests an access token with a form. */
export const requestToken = ({ url }: TestApp, body: string, headers: Record<string, string> = {}) =>
  new ApiCaller(url).post<TokenAnswer>(TOKEN, body, { ...FORM, ...headers });

export const createStation = async (owner: ApiCaller) =>
  (await owner.post<ClientCredentials>('/v1/clients', { name: 'Station' })).body;

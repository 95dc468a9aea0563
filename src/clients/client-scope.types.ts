/** What a client may do: call the forecast, in batches too, read its own usage, manage its own keys. */
export const CLIENT_SCOPES = ['forecast:read', 'forecast:batch', 'usage:read', 'keys:manage'] as const;
export type ClientScope = (typeof CLIENT_SCOPES)[number];

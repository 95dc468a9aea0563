/** What happened to a client. */
export type ClientChange =
  | 'created'
  | 'updated'
  | 'deleted'
  | 'secret_rotated'
  | 'api_key_created'
  | 'api_key_updated'
  | 'api_key_rotated'
  | 'api_key_revoked';

export interface ClientChanged {
  client_id: string;
  organization_id: string;
  change: ClientChange;
  /** The key, if one has changed. */
  api_key_id?: string;
}

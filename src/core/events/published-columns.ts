/** The columns of a PublishedEvent. */
export const PUBLISHED_COLUMNS = `id, type, organization_id as "organizationId", client_id as "clientId",
  data::text as data, position::float8 as position,
  to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as timestamp`;

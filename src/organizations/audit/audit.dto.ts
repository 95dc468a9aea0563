import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';
import { DECLARED_BY_FEATURES, IsDeclared, Omittable, PageQueryDto } from '../../core/http/index.js';
import { toInstant } from '../../core/time/index.js';
import type { AuditAction } from '../../core/features/index.js';
import type { AuditEvent } from '../../core/audit/index.js';

@ApiSchema({ name: 'AuditPageQuery' })
export class AuditPageQueryDto extends PageQueryDto {
  /** Only what was done to this account, or to its clients and keys. */
  @Omittable()
  @Matches(/^acc_[0-9A-Z]{26}$/, { message: 'account_id must be the ID of an account' })
  account_id?: string;

  /** Only what was done to or in this organization. */
  @Omittable()
  @Matches(/^org_[0-9A-Z]{26}$/, { message: 'organization_id must be the ID of an organization' })
  organization_id?: string;

  /** Only what was done to this client or its keys. */
  @Omittable()
  @Matches(/^cli_[0-9A-Z]{26}$/, { message: 'client_id must be the ID of a client' })
  client_id?: string;

  /** Only what this account did. */
  @Omittable()
  @Matches(/^acc_[0-9A-Z]{26}$/, { message: 'actor_account_id must be the ID of an account' })
  actor_account_id?: string;

  /**
   * Only what was done since then: ISO 8601 with `Z` or an offset.
   * @example '2026-11-01T00:00:00Z'
   */
  @Omittable()
  @IsString()
  start?: string;

  /**
   * Only what was done before then: ISO 8601 with `Z` or an offset.
   * @example '2026-11-21T00:00:00Z'
   */
  @Omittable()
  @IsString()
  end?: string;

  @ApiPropertyOptional({
    enum: DECLARED_BY_FEATURES,
    enumName: 'AuditAction',
    description: 'Only this action.',
  })
  @Omittable()
  @IsDeclared('AuditAction')
  action?: AuditAction;
}

@ApiSchema({ name: 'AuditActor' })
export class AuditActorDto {
  /** An account (session or token), a client (secret or token), a command on the service's machine, or the service itself. */
  kind!: 'account' | 'client' | 'command' | 'service';
  account_id!: string | null;
  client_id!: string | null;
  /** The current name of the account or client; null if you may not see it, or its record is gone. */
  @ApiProperty({ type: String, nullable: true, example: 'Ada Lovelace' })
  name!: string | null;
  /** The personal access token that the account used, or null. */
  token_id!: string | null;
  /** The IP address. Null for commands and the service, and for other people's actions unless you are an administrator. */
  address!: string | null;
  /** The response's `X-Request-Id`. */
  request_id!: string | null;
}

@ApiSchema({ name: 'AuditEvent' })
export class AuditEventDto {
  /** Starts with `aud_`. */
  id!: string;
  @ApiProperty({ enum: DECLARED_BY_FEATURES, enumName: 'AuditAction' })
  action!: AuditAction;
  /** The action in words, such as "Client created". */
  title!: string;
  actor!: AuditActorDto;
  /** The account that was changed, or that owns what was changed. */
  account_id!: string;
  /** The organization that the event belongs to; null if it only concerns an account. */
  organization_id!: string | null;
  client_id!: string | null;
  /** What was changed: an account, a session, an organization, an invitation, a client or a key. */
  target_id!: string;
  /** The name of what was changed; null if it has none, or you may not see it. */
  @ApiProperty({ type: String, nullable: true, example: 'Weather station' })
  target_name!: string | null;
  /** Details of the change, which depend on the action. Never a secret. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  details!: Record<string, unknown>;
  /** ISO 8601, UTC. */
  created_at!: string;
}

@ApiSchema({ name: 'AuditPage' })
export class AuditPageDto {
  data!: AuditEventDto[];
  /** Send it as `cursor` to get the next page; null on the last page. */
  next_cursor!: string | null;
}

/**
 * @param withAddress whether the reader may see the actor's address
 * @param names the names that the reader may see, by ID
 */
export function toAuditEventDto(
  event: AuditEvent,
  title: string,
  withAddress: boolean,
  names: ReadonlyMap<string, string>,
): AuditEventDto {
  const kept = event.details.name;
  return {
    id: event.id,
    action: event.action,
    title,
    actor: {
      kind: event.actorKind,
      account_id: event.actorAccountId ?? null,
      client_id: event.actorClientId ?? null,
      name: names.get(event.actorClientId ?? event.actorAccountId ?? '') ?? null,
      token_id: event.actorTokenId ?? null,
      address: withAddress ? (event.address ?? null) : null,
      request_id: event.requestId ?? null,
    },
    account_id: event.accountId,
    organization_id: event.organizationId ?? null,
    client_id: event.clientId ?? null,
    target_id: event.targetId,
    target_name: typeof kept === 'string' ? kept : (names.get(event.targetId) ?? null),
    details: event.details,
    created_at: toInstant(event.createdAt),
  };
}

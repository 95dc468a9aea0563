import { defineEntity, p } from '@mikro-orm/core';
import type { ActorIdentity } from '../http/access/actor.types.js';
import type { AuditAction } from '../features/names.types.js';

/** Ids without foreign keys: events stay on record when those who caused them are gone. */
const AuditEventSchema = defineEntity({
  name: 'AuditEvent',
  tableName: 'audit_events',
  indexes: [
    { properties: ['accountId', 'id'] },
    { properties: ['organizationId', 'id'] },
    { properties: ['clientId', 'id'] },
    { properties: ['action', 'id'] },
  ],
  properties: {
    id: p.text().primary(),
    action: p.text().$type<AuditAction>(),
    actorKind: p.text().$type<ActorIdentity['kind']>(),
    actorAccountId: p.text().nullable(),
    actorClientId: p.text().nullable(),
    /** The personal access token that the account used; null for a session. */
    actorTokenId: p.text().nullable(),
    address: p.text().nullable(),
    requestId: p.text().nullable(),
    /** The account that was changed, or that owns the changed client or key. */
    accountId: p.text(),
    /** The organization that was changed, or in which it happened; null for what concerns an account alone. */
    organizationId: p.text().nullable(),
    clientId: p.text().nullable(),
    /** What was changed: an account, a session, a client or a key. */
    targetId: p.text(),
    details: p.json<Record<string, unknown>>(),
    createdAt: p.datetime().length(3),
  },
});

export class AuditEvent extends AuditEventSchema.class {}
AuditEventSchema.setClass(AuditEvent);

import { Account } from '../accounts/account.entity.js';
import { ApiKey } from '../api-keys/api-key.entity.js';
import { PasswordReset } from '../accounts/password-reset.entity.js';
import { AuditEvent } from '../audit/audit-event.entity.js';
import { Client } from '../clients/client.entity.js';
import { KeySecretRecord } from '../common/secrets/key-secret-record.entity.js';
import { Session } from '../sessions/session.entity.js';

export const ENTITIES = [Account, Session, Client, ApiKey, AuditEvent, PasswordReset, KeySecretRecord];

import { ApiSchema } from '@nestjs/swagger';
import { toInstant } from '../core/time/index.js';
import { type Account } from './account.entity.js';

@ApiSchema({ name: 'Account' })
export class AccountDto {
  /** Starts with `acc_`. */
  id!: string;
  full_name!: string;
  email!: string;
  organization!: string | null;
  role!: 'member' | 'admin';
  status!: 'active' | 'disabled';
  /** ISO 8601, UTC. */
  created_at!: string;
  /** ISO 8601, UTC. */
  updated_at!: string;
}

export function toAccountDto(account: Account): AccountDto {
  return {
    id: account.id,
    full_name: account.fullName,
    email: account.email,
    // Names the personal organization, which a session confined to another organization has no access to.
    organization: account.confinedTo === undefined ? (account.organization ?? null) : null,
    role: account.role,
    status: account.status,
    created_at: toInstant(account.createdAt),
    updated_at: toInstant(account.updatedAt),
  };
}

import { ApiSchema } from '@nestjs/swagger';
import { toInstant } from '../../core/time/index.js';
import type { Identity } from './identity.entity.js';

@ApiSchema({ name: 'Identity' })
export class IdentityDto {
  /** Starts with `idn_`. */
  id!: string;
  /** `password`, or who vouches for the subject, such as `https://login.example.com`. */
  issuer!: string;
  /** The organization whose issuer it is. Sign-ins with it give access to this organization only. Null for other issuers. */
  organization_id!: string | null;
  /** Who you are to the issuer; for a password, your account's ID. */
  subject!: string;
  /** ISO 8601, UTC. */
  created_at!: string;
}

@ApiSchema({ name: 'IdentityList' })
export class IdentityListDto {
  data!: IdentityDto[];
}

export function toIdentityDto({ id, issuer, organizationId, subject, createdAt }: Identity): IdentityDto {
  return { id, issuer, organization_id: organizationId ?? null, subject, created_at: toInstant(createdAt) };
}

import { ApiSchema } from '@nestjs/swagger';
import { AccountDto } from '../accounts/account.types.js';
import { IsTextOf } from '../http/text.validators.js';
import { toInstant } from '../common/time/instant.js';
import { type Session } from './session.entity.js';

@ApiSchema({ name: 'CreateSession' })
export class CreateSessionDto {
  @IsTextOf(1, 254)
  email!: string;

  @IsTextOf(1, 256)
  password!: string;
}

@ApiSchema({ name: 'Session' })
export class SessionDto {
  /** Starts with `ses_`. */
  id!: string;
  /** What the browser or program called itself at sign-in. */
  user_agent!: string | null;
  /** The address that signed in. */
  address!: string;
  /** ISO 8601, UTC. */
  created_at!: string;
  /** ISO 8601, UTC; to the minute. */
  last_seen_at!: string;
  /** When the session ends at the latest. ISO 8601, UTC. */
  expires_at!: string;
}

@ApiSchema({ name: 'SessionPage' })
export class SessionPageDto {
  data!: SessionDto[];
  /** For the next part of the list; null at its end. */
  next_cursor!: string | null;
}

@ApiSchema({ name: 'SignedIn' })
export class SignedInDto {
  session!: SessionDto;
  account!: AccountDto;
}

export function toSessionDto(session: Session): SessionDto {
  return {
    id: session.id,
    user_agent: session.userAgent ?? null,
    address: session.address,
    created_at: toInstant(session.createdAt),
    last_seen_at: toInstant(session.lastSeenAt),
    expires_at: toInstant(session.expiresAt),
  };
}

import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { AccountDto, toAccountDto } from '../account.dto.js';
import { FACTOR_TYPES, type FactorType } from '../factors/factor.entity.js';
import { Type } from 'class-transformer';
import { IsObject, ValidateNested } from 'class-validator';
import { PasskeyAssertionDto } from '../factors/passkeys/passkey-credential.dto.js';
import { IsTextOf, IsTypedSecret, Omittable } from '../../core/http/index.js';
import { toInstant } from '../../core/time/index.js';
import { type Session } from './session.entity.js';

@ApiSchema({ name: 'CreateSession' })
export class CreateSessionDto {
  @IsTextOf(1, 254)
  email!: string;

  @IsTypedSecret(1, 256)
  password!: string;
}

@ApiSchema({ name: 'UseSignInLink' })
export class UseSignInLinkDto {
  /** What follows `#token=` in the link. */
  @IsTextOf(1, 100)
  token!: string;
}

@ApiSchema({ name: 'FinishSignIn' })
export class FinishSignInDto {
  /** Of the sign-in that asks for the factor. */
  @IsTextOf(1, 100)
  token!: string;

  /** The code from the authenticator app, or a recovery code. Leave it out if you send `credential`. */
  @ApiPropertyOptional()
  @Omittable()
  @IsTextOf(1, 100)
  code?: string;

  /** The credential returned by a passkey for the options of `POST /v1/sessions/factor/options`, instead of a code. */
  @ApiPropertyOptional()
  @Omittable()
  @IsObject()
  @ValidateNested()
  @Type(() => PasskeyAssertionDto)
  credential?: PasskeyAssertionDto;
}

@ApiSchema({ name: 'GetFactorOptions' })
export class GetFactorOptionsDto {
  /** Of the sign-in that asks for the factor. */
  @IsTextOf(1, 100)
  token!: string;
}

@ApiSchema({ name: 'SignInWithPasskey' })
export class SignInWithPasskeyDto {
  /** The credential returned by a passkey for the options of `POST /v1/sessions/passkey/options`. */
  @IsObject()
  @ValidateNested()
  @Type(() => PasskeyAssertionDto)
  credential!: PasskeyAssertionDto;
}

@ApiSchema({ name: 'SignInProvider' })
export class SignInProviderDto {
  id!: string;
  /** The label of the button on the sign-in page. */
  title!: string;
  /** Where the button leads: a path of this service. */
  url!: string;
  /** The issuer of your identities there, as `GET /v1/accounts/me/identities` returns it; null where it has none. */
  issuer!: string | null;
}

@ApiSchema({ name: 'SignInMethods' })
export class SignInMethodsDto {
  /** Whether people can register and sign in with a password. */
  password!: boolean;
  /** Whether `POST /v1/password-resets` sends a link to people who forgot their password. */
  password_reset!: boolean;
  /** Other sign-in methods. */
  providers!: SignInProviderDto[];
  /** Whether people can sign in with a passkey instead of a password. */
  passkeys!: boolean;
}

@ApiSchema({ name: 'Session' })
export class SessionDto {
  /** Starts with `ses_`. */
  id!: string;
  /** How the session began: `password`, `passkey`, `link` for a one-time link, or the ID of another way to sign in. */
  method!: string;
  /** The organization that the session is limited to, if you signed in with its identity provider; `method` is then its ID. Otherwise null. */
  organization_id!: string | null;
  /** The `User-Agent` at sign-in. */
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
  /** Send it as `cursor` to get the next page; null on the last page. */
  next_cursor!: string | null;
}

@ApiSchema({ name: 'SignedIn' })
export class SignedInDto {
  session!: SessionDto;
  account!: AccountDto;
}

@ApiSchema({ name: 'FactorRequired' })
export class FactorRequiredDto {
  /** The second factors of the account. */
  @ApiProperty({ enum: FACTOR_TYPES, enumName: 'FactorType', isArray: true })
  factor_required!: FactorType[];
  /** Send it to `POST /v1/sessions/factor` within 10 minutes. It works for nothing else. */
  token!: string;
}

/** @param session with its account loaded */
export function toSignedInDto(session: Session): SignedInDto {
  return { session: toSessionDto(session), account: toAccountDto(session.account) };
}

export function toSessionDto(session: Session): SessionDto {
  return {
    id: session.id,
    method: session.method,
    organization_id: session.organizationId ?? null,
    user_agent: session.userAgent ?? null,
    address: session.address,
    created_at: toInstant(session.createdAt),
    last_seen_at: toInstant(session.lastSeenAt),
    expires_at: toInstant(session.expiresAt),
  };
}

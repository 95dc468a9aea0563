import { ApiSchema } from '@nestjs/swagger';
import { IsEmailAddress, IsTextOf, IsTypedSecret, Omittable } from '../../core/http/index.js';
import type { Account } from '../account.entity.js';

@ApiSchema({ name: 'ChangeEmail' })
export class ChangeEmailDto {
  /** The new address, or the current one to get another link for it. */
  @IsEmailAddress()
  email!: string;
}

@ApiSchema({ name: 'VerifyEmail' })
export class VerifyEmailDto {
  /** What follows `#token=` in the link. */
  @IsTextOf(1, 100)
  token!: string;

  /** The account's password. Leave it out if you are signed in to the account. */
  @Omittable()
  @IsTypedSecret(1, 256)
  password?: string;
}

@ApiSchema({ name: 'AccountEmail' })
export class AccountEmailDto {
  email!: string;
  /** Whether the address is verified. */
  verified!: boolean;
  /** The new address that replaces `email` once it is verified; null if there is none. */
  pending_email!: string | null;
  /** Whether the service sends mail, and so can verify addresses. */
  sends_mail!: boolean;
}

export function toAccountEmailDto(
  { email, emailState, pendingEmail }: Account,
  sendsMail: boolean,
): AccountEmailDto {
  return {
    email,
    verified: emailState === 'verified',
    pending_email: pendingEmail ?? null,
    sends_mail: sendsMail,
  };
}

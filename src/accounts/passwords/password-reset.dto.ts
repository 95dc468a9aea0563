import { ApiSchema } from '@nestjs/swagger';
import { IsEmailAddress, IsPassword, IsTextOf } from '../../core/http/index.js';

@ApiSchema({ name: 'PasswordResetLink' })
export class PasswordResetLinkDto {
  /** The page where the account's owner sets a new password. It works once, and is returned only in this response. */
  url!: string;
  /** ISO 8601, UTC. */
  expires_at!: string;
}

@ApiSchema({ name: 'RequestPasswordReset' })
export class RequestPasswordResetDto {
  /** The email address of the account. */
  @IsEmailAddress()
  email!: string;
}

@ApiSchema({ name: 'ResetPassword' })
export class ResetPasswordDto {
  /** What follows `#token=` in the link. */
  @IsTextOf(1, 100)
  token!: string;

  /** 8 to 256 characters, counted in the Unicode form NFKC. Common passwords are rejected. */
  @IsPassword()
  new_password!: string;
}

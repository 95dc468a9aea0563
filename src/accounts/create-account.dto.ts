import { ApiSchema } from '@nestjs/swagger';
import { IsEmail } from 'class-validator';
import { IsPassword, IsTextOf, Omittable, OmittableOrNull, Trimmed } from '../common/http/text.validators.js';

@ApiSchema({ name: 'CreateAccount' })
export class CreateAccountDto {
  @Trimmed()
  @IsTextOf(1, 100)
  full_name!: string;

  /** Compared without regard to case; at most 254 characters. */
  @Trimmed()
  @IsTextOf(3, 254)
  @IsEmail({}, { message: 'email must be an email address' })
  email!: string;

  /** 8 to 256 characters, and not one of the common ones. */
  @IsPassword()
  password!: string;

  @OmittableOrNull()
  @Trimmed()
  @IsTextOf(1, 100)
  organization?: string;

  /** Makes the first account of a service in a container its administrator: the token is in the service's log. */
  @Omittable()
  @IsTextOf(1, 100)
  setup_token?: string;
}

import { ApiSchema } from '@nestjs/swagger';
import {
  IsEmailAddress,
  IsName,
  IsPassword,
  IsTextOf,
  Omittable,
  OmittableOrNull,
} from '../core/http/index.js';

@ApiSchema({ name: 'CreateAccount' })
export class CreateAccountDto {
  @IsName()
  full_name!: string;

  /** Not case-sensitive; at most 254 characters. */
  @IsEmailAddress()
  email!: string;

  /** 8 to 256 characters, counted in the Unicode form NFKC. Common passwords are rejected. */
  @IsPassword()
  password!: string;

  @OmittableOrNull()
  @IsName()
  organization?: string;

  /** Makes the first account of a service in a container its administrator: the token is in the service's log. */
  @Omittable()
  @IsTextOf(1, 100)
  setup_token?: string;
}

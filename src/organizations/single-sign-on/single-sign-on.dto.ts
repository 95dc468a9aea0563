import { ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsIn, Matches } from 'class-validator';
import { IsTextOf, Omittable } from '../../core/http/index.js';

/** A path of this service: two slashes, or a slash and a backslash, would begin the name of another host. */
const OWN_PATH = /^\/(?![/\\])[\x21-\x7e]{0,1999}$/;

@ApiSchema({ name: 'StartSingleSignOn' })
export class StartSingleSignOnDto {
  /** The page to go to afterwards: a path of this service. */
  @ApiPropertyOptional()
  @Omittable()
  @Matches(OWN_PATH, { message: 'next must be a path of this service, such as /account' })
  next?: string = '/';

  /** `true`: the identity provider asks who you are, even if it remembers you. */
  @ApiPropertyOptional({ enum: ['true'] })
  @Omittable()
  @IsIn(['true'], { message: 'fresh must be one of true' })
  fresh?: 'true';
}

@ApiSchema({ name: 'ConnectIdentity' })
export class ConnectIdentityDto {
  /** The ID of an identity provider, as `GET /v1/sessions/methods` lists it, or of an organization of yours that has one. */
  @IsTextOf(1, 100)
  provider!: string;
}

@ApiSchema({ name: 'IdentityConnection' })
export class IdentityConnectionDto {
  /** Where to sign in with the identity provider, in this browser and within 10 minutes. */
  url!: string;
}

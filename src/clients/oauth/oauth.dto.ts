import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { ScopeName } from '../../core/features/index.js';
import { DECLARED_BY_FEATURES } from '../../core/http/index.js';
import type { OAuthErrorCode } from './oauth-error.js';

@ApiSchema({ name: 'AccessTokenRequest' })
export class AccessTokenRequestDto {
  /** `client_credentials`. */
  grant_type!: string;
  /** Scopes separated by spaces. By default, all of the client's. */
  scope?: string;
  /** Unless it is sent with HTTP Basic. */
  client_id?: string;
  /** Unless it is sent with HTTP Basic. */
  client_secret?: string;
}

@ApiSchema({ name: 'AccessToken' })
export class AccessTokenDto {
  /** Send it as `Authorization: Bearer <access_token>`. */
  access_token!: string;
  token_type!: 'Bearer';
  /** In seconds. */
  expires_in!: number;
  /** Separated by spaces. */
  scope!: string;
}

/** As RFC 6749, section 5.2, has it. */
@ApiSchema({ name: 'OAuthError' })
export class OAuthErrorDto {
  @ApiProperty({ type: String })
  error!: OAuthErrorCode;
  error_description!: string;
}

/** As RFC 8414 has it. */
@ApiSchema({ name: 'AuthorizationServer' })
export class AuthorizationServerDto {
  issuer!: string;
  /** A guide. There is no sign-in for other programs. */
  authorization_endpoint!: string;
  token_endpoint!: string;
  grant_types_supported!: string[];
  token_endpoint_auth_methods_supported!: string[];
  @ApiProperty({ enum: DECLARED_BY_FEATURES, enumName: 'ScopeName', isArray: true })
  scopes_supported!: ScopeName[];
  /** None: there is no authorization endpoint. */
  response_types_supported!: string[];
  service_documentation!: string;
}

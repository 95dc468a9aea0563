import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsInt, IsObject, IsString, ValidateNested } from 'class-validator';
import { IsTextOf, Omittable, OmittableOrNull } from '../../../core/http/index.js';

/** In base64url, for at most 1,023 bytes (WebAuthn, section 4). */
const LONGEST_ID = 1364;
const LONGEST_DATA = 8192;

/** What the credentials of a browser have in common, in JSON: WebAuthn, section 5.1. */
class PasskeyCredentialDto {
  @IsTextOf(1, LONGEST_ID)
  id!: string;

  @IsTextOf(1, LONGEST_ID)
  rawId!: string;

  @ApiProperty({ enum: ['public-key'] })
  @IsIn(['public-key'], { message: 'type must be public-key' })
  type!: 'public-key';

  @OmittableOrNull()
  @IsTextOf(1, 100)
  authenticatorAttachment?: 'platform' | 'cross-platform';

  @ApiProperty({ type: 'object', additionalProperties: true })
  @IsObject()
  clientExtensionResults!: object;
}

class PasskeyAssertionResponseDto {
  @IsTextOf(1, LONGEST_DATA)
  clientDataJSON!: string;

  @IsTextOf(1, LONGEST_DATA)
  authenticatorData!: string;

  @IsTextOf(1, LONGEST_DATA)
  signature!: string;

  @ApiPropertyOptional()
  @Omittable()
  @IsTextOf(0, 100)
  userHandle?: string;
}

@ApiSchema({
  name: 'PasskeyAssertion',
  description: 'The result of `toJSON()` on the credential from `navigator.credentials.get()`.',
})
export class PasskeyAssertionDto extends PasskeyCredentialDto {
  @IsObject()
  @ValidateNested()
  @Type(() => PasskeyAssertionResponseDto)
  response!: PasskeyAssertionResponseDto;
}

class PasskeyAttestationResponseDto {
  @IsTextOf(1, LONGEST_DATA)
  clientDataJSON!: string;

  @IsTextOf(1, LONGEST_DATA)
  attestationObject!: string;

  @ApiPropertyOptional()
  @Omittable()
  @IsTextOf(1, LONGEST_DATA)
  authenticatorData?: string;

  @ApiPropertyOptional({ type: 'string', isArray: true, maxItems: 10 })
  @Omittable()
  @IsArray()
  @ArrayMaxSize(10)
  @IsString({ each: true })
  transports?: string[];

  @ApiPropertyOptional({ type: 'integer' })
  @Omittable()
  @IsInt()
  publicKeyAlgorithm?: number;

  @ApiPropertyOptional()
  @Omittable()
  @IsTextOf(1, LONGEST_DATA)
  publicKey?: string;
}

@ApiSchema({
  name: 'PasskeyAttestation',
  description: 'What `toJSON()` of the credential returns that `navigator.credentials.create()` gave.',
})
export class PasskeyAttestationDto extends PasskeyCredentialDto {
  @IsObject()
  @ValidateNested()
  @Type(() => PasskeyAttestationResponseDto)
  response!: PasskeyAttestationResponseDto;
}

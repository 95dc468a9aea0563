import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsObject, ValidateNested } from 'class-validator';
import { toInstant } from '../../core/time/index.js';
import { IsName, IsTextOf, Omittable } from '../../core/http/index.js';
import { type Factor, FACTOR_TYPES, type FactorType } from './factor.entity.js';
import { PasskeyAttestationDto } from './passkeys/passkey-credential.dto.js';

@ApiSchema({ name: 'AddTotp' })
export class AddTotpDto {
  /** A name that helps you recognize it, such as that of the phone. By default `Authenticator app`. */
  @ApiPropertyOptional()
  @Omittable()
  @IsName()
  name?: string;
}

@ApiSchema({ name: 'AddPasskey' })
export class AddPasskeyDto {
  /** A name that helps you recognize it, such as that of the device. By default `Passkey`. */
  @ApiPropertyOptional()
  @Omittable()
  @IsName()
  name?: string;

  @IsObject()
  @ValidateNested()
  @Type(() => PasskeyAttestationDto)
  credential!: PasskeyAttestationDto;
}

@ApiSchema({ name: 'ConfirmFactor' })
export class ConfirmFactorDto {
  /** The code that the authenticator app shows. */
  @IsTextOf(1, 100)
  code!: string;
}

@ApiSchema({ name: 'Factor' })
export class FactorDto {
  /** Starts with `fac_`. */
  id!: string;
  @ApiProperty({ enum: FACTOR_TYPES, enumName: 'FactorType' })
  type!: FactorType;
  name!: string;
  /** ISO 8601, UTC. */
  created_at!: string;
  /** ISO 8601, UTC; null if it wasn't used yet. */
  last_used_at!: string | null;
}

@ApiSchema({ name: 'FactorList' })
export class FactorListDto {
  data!: FactorDto[];
  /** How many recovery codes are left. */
  @ApiProperty({ type: 'integer' })
  recovery_codes_left!: number;
}

@ApiSchema({ name: 'TotpEnrolment' })
export class TotpEnrolmentDto {
  /** Of the factor, once it is confirmed. */
  id!: string;
  /** In base 32, to type into an authenticator app. Returned only in this response. */
  secret!: string;
  /** The secret as an `otpauth:` URI, to show as a QR code. */
  uri!: string;
  /** Until when it can be confirmed. ISO 8601, UTC. */
  expires_at!: string;
}

@ApiSchema({ name: 'ConfirmedFactor' })
export class ConfirmedFactorDto {
  factor!: FactorDto;
  /** With your first factor; otherwise null. Returned only in this response. */
  @ApiProperty({ type: 'string', isArray: true, nullable: true })
  recovery_codes!: string[] | null;
}

@ApiSchema({ name: 'RecoveryCodes' })
export class RecoveryCodesDto {
  /** Each works once. Returned only in this response. */
  recovery_codes!: string[];
}

export function toFactorDto({ id, type, name, createdAt, lastUsedAt }: Factor): FactorDto {
  return {
    id,
    type,
    name,
    created_at: toInstant(createdAt),
    last_used_at: lastUsedAt ? toInstant(lastUsedAt) : null,
  };
}

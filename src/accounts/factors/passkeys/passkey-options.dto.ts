import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { toInstant } from '../../../core/time/index.js';

@ApiSchema({ name: 'PasskeyOptions' })
export class PasskeyOptionsDto {
  /** What `PublicKeyCredential.parseCreationOptionsFromJSON()` or `parseRequestOptionsFromJSON()` of a browser takes. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  options!: object;
  /** Until when the credential is accepted. ISO 8601, UTC. */
  expires_at!: string;
}

/** What a browser is asked for, and until when. */
export interface PasskeyRequest {
  options: object;
  expiresAt: Date;
}

export function toPasskeyOptionsDto({ options, expiresAt }: PasskeyRequest): PasskeyOptionsDto {
  return { options, expires_at: toInstant(expiresAt) };
}

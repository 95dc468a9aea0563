import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { toInstant } from '../../core/time/index.js';
import { PageQueryDto } from '../../core/http/index.js';
import { MAIL_STATES, type Mail, type MailState } from '../../core/mail/index.js';

@ApiSchema({ name: 'MailPageQuery' })
export class MailPageQueryDto extends PageQueryDto {
  @ApiPropertyOptional({ enum: MAIL_STATES, enumName: 'MailState' })
  @IsOptional()
  @IsIn(MAIL_STATES, { message: `state must be one of ${MAIL_STATES.join(', ')}` })
  state?: MailState;
}

@ApiSchema({ name: 'Mail', description: 'A message, without its content.' })
export class MailDto {
  /** Starts with `msg_`. */
  id!: string;
  /** What it is about, such as `invitation`. */
  kind!: string;
  recipient!: string;
  /** The account that it is about; null if there is none, or it isn't known yet. */
  account_id!: string | null;
  @ApiProperty({
    enum: MAIL_STATES,
    enumName: 'MailState',
    description:
      '`queued`: waiting for the next attempt. `sending`: being sent. `sent`: accepted by the mail server. `failed`: no further attempts. `unconfirmed`: the mail server may or may not have accepted it.',
  })
  state!: MailState;
  @ApiProperty({ type: 'integer' })
  attempts!: number;
  /** ISO 8601, UTC; null unless it is queued. */
  next_attempt_at!: string | null;
  /** Why the last attempt failed: the mail server's response, if any. Null if it didn't fail. */
  error!: string | null;
  /** When it was queued, or queued again. ISO 8601, UTC. */
  queued_at!: string;
  /** When it was sent or failed. ISO 8601, UTC. */
  ended_at!: string | null;
}

@ApiSchema({ name: 'MailPage' })
export class MailPageDto {
  data!: MailDto[];
  /** Send it as `cursor` to get the next page; null on the last page. */
  next_cursor!: string | null;
}

export function toMailDto(mail: Mail): MailDto {
  return {
    id: mail.id,
    kind: mail.kind,
    recipient: mail.recipient,
    account_id: mail.accountId ?? null,
    state: mail.state,
    attempts: mail.attempts,
    next_attempt_at: mail.state === 'queued' ? toInstant(mail.nextAttemptAt) : null,
    error: mail.error ?? null,
    queued_at: toInstant(mail.createdAt),
    ended_at: mail.endedAt ? toInstant(mail.endedAt) : null,
  };
}

import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { AccountDto } from '../account.types.js';

const listOf = (schema: string) => ({
  type: 'array' as const,
  items: { $ref: `#/components/schemas/${schema}` },
});

@ApiSchema({
  name: 'AccountExport',
  description:
    'Each list has the form and the order of the list that the API returns. Features can add others.',
})
export class AccountExportDto {
  /** ISO 8601, UTC. */
  exported_at!: string;
  account!: AccountDto;
  /** By what you sign in. */
  @ApiProperty(listOf('Identity'))
  identities!: object[];
  @ApiProperty(listOf('Session'))
  sessions!: object[];
  /** Those that you are a member of. */
  @ApiProperty(listOf('Organization'))
  organizations!: object[];
  /** Those that you created and can still see. */
  @ApiProperty(listOf('Client'))
  clients!: object[];
  /** Of the clients that you created, where your role shows them. */
  @ApiProperty(listOf('ApiKey'))
  api_keys!: object[];
  /** What was changed of your account, or by your clients, as far as you can see it. */
  @ApiProperty(listOf('AuditEvent'))
  audit_events!: object[];
}

import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { AccountDto } from '../account.dto.js';
import { AccountEmailDto } from '../email/email.dto.js';

/** Names the operation whose list has entries of the same form. */
const asListedBy = (operationId: string) =>
  ApiProperty({
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    description: `As \`${operationId}\` returns them.`,
    example: [],
  });

@ApiSchema({ name: 'AccountExport', description: 'Features can add other lists.' })
export class AccountExportDto {
  /** ISO 8601, UTC. */
  exported_at!: string;
  account!: AccountDto;
  email!: AccountEmailDto;
  @asListedBy('listIdentities')
  identities!: object[];
  @asListedBy('listFactors')
  factors!: object[];
  /** Messages about your account, without the mail server's replies. */
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true }, example: [] })
  mails!: object[];
  @asListedBy('listSessions')
  sessions!: object[];
  /** The networks and browsers that you signed in from in the last year. */
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true }, example: [] })
  sign_in_places!: object[];
  @asListedBy('listPersonalAccessTokens')
  personal_access_tokens!: object[];
  @asListedBy('listOrganizations')
  organizations!: object[];
  @asListedBy('listClients')
  clients!: object[];
  @asListedBy('listApiKeys')
  api_keys!: object[];
  /** Days with requests, as the buckets of `getUsage`. */
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true }, example: [] })
  usage!: object[];
  @asListedBy('listRequests')
  requests!: object[];
  @asListedBy('listAuditEvents')
  audit_events!: object[];
}

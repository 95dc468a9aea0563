import { Controller, Get, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ApiResponseHeaders, Endpoint, RequiresSession, type ResponseHeader } from '../../core/http/index.js';
import { Account } from '../account.entity.js';
import { CurrentAccount } from '../current-account.decorator.js';
import { AccountExportDto } from './account-export.dto.js';
import { AccountExportService, ONE_AT_A_TIME } from './account-export.service.js';

const DISPOSITION = 'attachment; filename="account.json"';
const FILE_NAME: ResponseHeader = { description: 'The file name.', example: DISPOSITION };

@ApiTags('Accounts')
@Controller('v1/accounts/me/export')
export class AccountExportController {
  constructor(private readonly exports: AccountExportService) {}

  @Get()
  @RequiresSession()
  @ApiResponseHeaders({ 'Content-Disposition': FILE_NAME }, '200')
  @Endpoint({
    id: 'exportOwnAccount',
    summary: 'Download your data',
    description:
      'Returns all data that the service has about you, in one file: your account and email address, sign-in methods, messages about it, sessions, personal access tokens, organizations, the clients that you created, their API keys, usage by day and logged requests, and your audit trail. It contains no secrets.',
    problems: [{ conflict: ONE_AT_A_TIME }],
  })
  @ApiOkResponse({ type: AccountExportDto })
  download(@CurrentAccount() account: Account): StreamableFile {
    return new StreamableFile(this.exports.write(account), {
      type: 'application/json; charset=utf-8',
      disposition: DISPOSITION,
    });
  }
}

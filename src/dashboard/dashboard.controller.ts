import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../common/access/access.decorator.js';
import { Configuration } from '../config/configuration.js';
import { renderHomePage } from './home-page.js';

@ApiExcludeController()
@Controller()
@Public()
export class DashboardController {
  constructor(private readonly configuration: Configuration) {}

  @Get()
  @Header('content-type', 'text/html; charset=utf-8')
  home(): string {
    return renderHomePage(this.configuration.publicUrl);
  }
}

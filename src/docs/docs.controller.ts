import { basename } from 'node:path';
import { Controller, Get, Header, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Public } from '../http/access/access.decorator.js';
import { Configuration } from '../config/configuration.js';
import { FeatureSet } from '../features/feature-set.js';
import { renderAlerts } from './alerts-list.js';
import { renderErrors } from './errors-list.js';
import { GUIDE_NAMES, renderGuide } from './guides.js';
import { renderMethodsPage } from './methods-page.js';
import { PAGE_STYLE } from './page.js';
import { renderScalePage } from './scale/scale-page.js';
import { REFERENCE_PAGE, REFERENCE_SCRIPT, REFERENCE_STYLE } from './reference-page.js';

@ApiExcludeController()
@Controller('docs')
@Public()
export class DocsController {
  constructor(
    private readonly configuration: Configuration,
    private readonly features: FeatureSet,
  ) {}

  @Get()
  @Header('content-type', 'text/html; charset=utf-8')
  reference(): string {
    return REFERENCE_PAGE;
  }

  @Get('errors')
  @Header('content-type', 'text/html; charset=utf-8')
  errors(): Promise<string> {
    return renderGuide('errors', renderErrors(this.features.problems, this.configuration.publicUrl));
  }

  @Get('methods')
  @Header('content-type', 'text/html; charset=utf-8')
  methods(): string {
    return renderMethodsPage();
  }

  @Get('scale')
  @Header('content-type', 'text/html; charset=utf-8')
  scale(): string {
    return renderScalePage();
  }

  @Get('monitoring')
  @Header('content-type', 'text/html; charset=utf-8')
  monitoring(): Promise<string> {
    return renderGuide('monitoring', renderAlerts());
  }

  @Get(GUIDE_NAMES.filter((name) => !['errors', 'monitoring'].includes(name)))
  @Header('content-type', 'text/html; charset=utf-8')
  guide(@Req() { routeOptions }: FastifyRequest): Promise<string> {
    return renderGuide(basename(routeOptions.url!));
  }

  @Get('page.css')
  @Header('content-type', 'text/css; charset=utf-8')
  pageStyle(): string {
    return PAGE_STYLE;
  }

  @Get('reference.css')
  @Header('content-type', 'text/css; charset=utf-8')
  referenceStyle(): string {
    return REFERENCE_STYLE;
  }

  @Get('reference.js')
  @Header('content-type', 'text/javascript; charset=utf-8')
  referenceScript(): string {
    return REFERENCE_SCRIPT;
  }
}

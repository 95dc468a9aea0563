import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../http/access/access.decorator.js';
import { Configuration } from '../config/configuration.js';
import { FeatureSet } from '../features/feature-set.js';
import { renderErrorsPage } from './errors-page.js';
import { renderMethodsPage } from './methods-page.js';
import { renderOperationPage } from './operation-page.js';
import { PAGE_STYLE } from './page.js';
import { renderScalePage } from './scale/scale-page.js';
import { renderVersioningPage } from './versioning-page.js';
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
  errors(): string {
    return renderErrorsPage(this.features.problems, this.configuration.publicUrl);
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

  @Get('versioning')
  @Header('content-type', 'text/html; charset=utf-8')
  versioning(): string {
    return renderVersioningPage();
  }

  @Get('operation')
  @Header('content-type', 'text/html; charset=utf-8')
  operation(): string {
    return renderOperationPage();
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

import { basename } from 'node:path';
import { applyDecorators, Controller, Get, Header, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Compressed, Public } from '../core/http/index.js';
import { Configuration } from '../core/config/index.js';
import { FeatureSet } from '../core/features/index.js';
import { permissionsTable } from './permissions-table.js';
import { listEvents } from './events-list.js';
import { listErrors } from './errors-list.js';
import { GUIDE_NAMES, renderGuide } from './guides.js';
import { methodParts } from './method-parts.js';
import { openMeteoParts } from './open-meteo-parts.js';
import { settingsTable } from './settings-table.js';
import { tomorrowIoParts } from './tomorrow-io-parts.js';
import { PAGE_STYLE } from './page.js';

const Page = (path: string | string[], type: 'html' | 'css' = 'html') =>
  applyDecorators(Get(path), Header('content-type', `text/${type}; charset=utf-8`), Compressed('everybody'));

/** Guides with parts that are generated from the code. */
const WITH_PARTS = [
  'configuration',
  'errors',
  'events',
  'methods',
  'open-meteo',
  'organizations',
  'tomorrow-io',
];

@ApiExcludeController()
@Controller('docs')
@Public()
export class DocsController {
  constructor(
    private readonly configuration: Configuration,
    private readonly features: FeatureSet,
  ) {}

  @Page('organizations')
  organizations(): Promise<string> {
    return renderGuide('organizations', { permissions: permissionsTable(this.features) });
  }

  @Page('configuration')
  settings(): Promise<string> {
    return renderGuide('configuration', { settings: settingsTable(this.features) });
  }

  @Page('errors')
  errors(): Promise<string> {
    return renderGuide('errors', {
      errors: listErrors(this.features.problems, this.configuration.publicUrl),
    });
  }

  @Page('events')
  events(): Promise<string> {
    return renderGuide('events', { events: listEvents(this.features.events) });
  }

  @Page('methods')
  methods(): Promise<string> {
    return renderGuide('methods', methodParts(this.features.metrics));
  }

  @Page('open-meteo')
  openMeteo(): Promise<string> {
    return renderGuide('open-meteo', openMeteoParts());
  }

  @Page('tomorrow-io')
  tomorrowIo(): Promise<string> {
    return renderGuide('tomorrow-io', tomorrowIoParts());
  }

  @Page(GUIDE_NAMES.filter((name) => !WITH_PARTS.includes(name)))
  guide(@Req() { routeOptions }: FastifyRequest): Promise<string> {
    return renderGuide(basename(routeOptions.url!));
  }

  @Page('page.css', 'css')
  pageStyle(): string {
    return PAGE_STYLE;
  }
}

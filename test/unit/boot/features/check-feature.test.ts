import { Controller, Get, HttpCode, Module } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { expect, it } from '@jest/globals';
import { checkFeature } from '../../../../src/boot/testing/check-feature.js';
import { Public } from '../../../../src/core/http/access/access.decorator.js';
import alerts from '../../../extension/src/alerts/alerts.feature.js';
import companySignIn from '../../../extension/src/company-sign-in/company-sign-in.feature.js';
import tides from '../../../extension/src/tides/tides.feature.js';

@Public()
@Controller('v1/buoys')
class BuoysController {
  @Get(':buoyId')
  @ApiOperation({ operationId: 'getBuoy', summary: 'Has no schema' })
  get(): object {
    return {};
  }

  @Get()
  @ApiOperation({ operationId: 'listBuoys', summary: 'Has one' })
  @ApiOkResponse({ schema: { type: 'array' } })
  list(): object {
    return [];
  }

  @Get(':buoyId/wake')
  @HttpCode(204)
  @ApiOperation({ operationId: 'wakeBuoy', summary: 'Needs none' })
  wake(): void {
    // Nothing to do.
  }
}

@Module({ controllers: [BuoysController] })
class BuoysModule {}

it('refuses routes of the feature without a response schema, by name', async () => {
  await expect(checkFeature({ name: 'buoys', module: BuoysModule })).rejects.toThrow(
    'The feature "buoys" has routes without a response schema: GET /v1/buoys/{buoyId}. Add @ApiOkResponse({ type }) of @nestjs/swagger.',
  );
});

it('refuses what the start refuses', async () => {
  await expect(checkFeature({ name: 'clients' })).rejects.toThrow('Two features claim the name clients.');
  await expect(checkFeature({ name: 'Buoys' })).rejects.toThrow('A feature has the name "Buoys"');
  await expect(checkFeature(companySignIn)).rejects.toThrow('COMPANY_KEYS_URL is required');
});

it.each([alerts, tides])('accepts $name of the example project', async (feature) => {
  await expect(checkFeature(feature)).resolves.toBeUndefined();
});

it('takes settings that a feature requires', async () => {
  const environment = { COMPANY_KEYS_URL: 'https://keys.example' };
  await expect(checkFeature(companySignIn, environment)).resolves.toBeUndefined();
});

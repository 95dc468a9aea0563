import { defineFeature } from '../../core/features/index.js';
import { TomorrowIoModule } from './tomorrow-io.module.js';

const values = { temperature: 6.1, windSpeed: 3.4, weatherCode: 1001 };

const examples = {
  'TomorrowIoInterval.startTime': '2026-11-21T03:00:00Z',
  'TomorrowIoInterval.values': values,
  'TomorrowIoTimeline.timestep': '1h',
  'TomorrowIoTimeline.startTime': '2026-11-21T03:00:00Z',
  'TomorrowIoTimeline.endTime': '2026-12-06T02:00:00Z',
  'TomorrowIoWarning.code': 246009,
  'TomorrowIoWarning.type': 'Missing Time Range',
  'TomorrowIoWarning.message': 'The timestep is not supported in full for the time range requested.',
  'TomorrowIoWarning.meta': { timestep: '1m', from: '-168h', to: '+6h' },
  'TomorrowIoEntry.time': '2026-11-21T03:00:00Z',
  'TomorrowIoEntry.values': values,
  'TomorrowIoLocation.lat': 42.3478,
  'TomorrowIoLocation.lon': -71.0466,
  'TomorrowIoLocation.name': 'Boston, Massachusetts, United States',
  'TomorrowIoError.code': 400002,
  'TomorrowIoError.type': 'Invalid Query Parameters',
  'TomorrowIoError.message': `Fix parameter 'units': "si" is unknown; use metric, imperial.`,
};

export const TOMORROW_IO_FEATURE = defineFeature({ name: 'tomorrow-io', module: TomorrowIoModule, examples });

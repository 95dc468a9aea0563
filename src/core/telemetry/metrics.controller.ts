import { Controller, Get, Header } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { AllowAccess } from '../http/access/access.decorator.js';
import { Endpoint } from '../http/endpoint.decorator.js';
import { MetricsAccessGuard } from './metrics-access.guard.js';
import { MetricsService } from './prometheus/metrics.service.js';
import { RoutineRoute } from '../http/routine-route.decorator.js';

const EXAMPLE = `# HELP weather_runs_stored Model runs that can be served.
# TYPE weather_runs_stored gauge
weather_runs_stored{model="gfs"} 2
`;

@ApiTags('Health')
@Controller('metrics')
export class MetricsController {
  constructor(private readonly metrics: MetricsService) {}

  // Requests that a proxy passed on count as from elsewhere.
  @RoutineRoute()
  @Get()
  @Header('cache-control', 'no-store')
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  @AllowAccess('public', MetricsAccessGuard)
  @ApiBearerAuth('metricsToken')
  @Endpoint({
    id: 'getMetrics',
    summary: 'Get metrics',
    description:
      "Returns the service's metrics in Prometheus's text format. Callers on the same machine need no token; others send `METRICS_TOKEN` as a bearer token. If `METRICS_TOKEN` is set, every caller must send it.",
    problems: [
      'unauthenticated',
      {
        forbidden:
          'Metrics are only served to the machine itself. Set METRICS_TOKEN to read them from elsewhere.',
      },
    ],
  })
  @ApiOkResponse({ content: { 'text/plain': { schema: { type: 'string' }, example: EXAMPLE } } })
  read(): Promise<string> {
    return this.metrics.text();
  }
}

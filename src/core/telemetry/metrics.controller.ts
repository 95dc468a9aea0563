import { Controller, Get, Header } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AllowAccess } from '../http/access/access.decorator.js';
import { ApiProblems } from '../http/problems/api-problems.decorator.js';
import { MetricsAccessGuard } from './metrics-access.guard.js';
import { MetricsService } from './metrics/metrics.service.js';
import { RoutineRoute } from '../http/routine-route.decorator.js';

const EXAMPLE = `# HELP weather_runs_stored Model runs that can be served.
# TYPE weather_runs_stored gauge
weather_runs_stored{model="gfs"} 2
`;

@ApiTags('Health')
@Controller('metrics')
export class MetricsController {
  constructor(private readonly metrics: MetricsService) {}

  /**
   * Numbers for Prometheus, in its text format. To callers on the same machine or, where the service has METRICS_TOKEN,
   * to those who send it. Requests that a proxy passed on count as from elsewhere.
   */
  @RoutineRoute()
  @Get()
  @Header('cache-control', 'no-store')
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  @AllowAccess('public', MetricsAccessGuard)
  @ApiBearerAuth('metricsToken')
  @ApiOperation({
    operationId: 'getMetrics',
    summary: 'Get metrics',
    description:
      "Returns the service's metrics in Prometheus's text format. Callers on the same machine need no token; others send `METRICS_TOKEN` as a bearer token. If `METRICS_TOKEN` is set, every caller must send it.",
  })
  @ApiOkResponse({ content: { 'text/plain': { schema: { type: 'string' }, example: EXAMPLE } } })
  @ApiProblems('invalid_parameter', 'unauthenticated', 'too_many_attempts', {
    forbidden:
      'Metrics are only served to the machine itself. Set METRICS_TOKEN to read them from elsewhere.',
  })
  read(): Promise<string> {
    return this.metrics.text();
  }
}

import { Injectable } from '@nestjs/common';
import type { KeyOwner } from '../../../api-keys/index.js';
import { QuotaService, UsageReportService } from '../../../usage/index.js';
import { integer, objectOf } from './schemas.js';
import type { Tool, ToolAnswer, ToolDescription } from './tool.js';
import type { ToolArguments } from './tool-arguments.js';

const text = { type: 'string' } as const;
const COUNTS = objectOf({ requests: integer, units: integer, errors: integer, throttled: integer });
const WINDOWS = {
  type: 'array',
  items: objectOf({ window: text, limit: integer, remaining: integer, reset: integer }),
} as const;

@Injectable()
export class GetUsageTool implements Tool {
  readonly scope = 'usage:read';
  readonly description: ToolDescription = {
    name: 'get_usage',
    title: 'Get usage and remaining quota',
    description:
      'Returns how much of its quota the client has left, and how much it used in the last 24 hours and 30 days. Free of charge.',
    inputSchema: objectOf({}),
    outputSchema: objectOf({
      client_id: text,
      windows: { ...WINDOWS, description: 'Of the client; reset is in seconds.' },
      organization_windows: { ...WINDOWS, description: 'Of all clients of the organization together.' },
      last_24_hours: COUNTS,
      last_30_days: COUNTS,
    }),
  };

  constructor(
    private readonly quotas: QuotaService,
    private readonly reports: UsageReportService,
  ) {}

  units(): number {
    return 0;
  }

  async call(given: ToolArguments, owner: KeyOwner): Promise<ToolAnswer> {
    given.only([]);
    given.check();
    const { client_id, windows, organization_windows } = await this.quotas.ofClient(owner);
    const last_24_hours = await this.counts(owner, 'hour');
    const last_30_days = await this.counts(owner, 'day');
    const windowText = (of: string) => (window: (typeof windows)[number]) =>
      `${of}${window.window}: ${window.remaining} of ${window.limit} left, resets in ${window.reset} s`;
    const countText = (when: string, { requests, units, errors, throttled }: typeof last_24_hours) =>
      `${when}: ${requests} requests, ${units} units, ${errors} errors, ${throttled} throttled`;
    return {
      text: [
        ...windows.map(windowText('')),
        ...organization_windows.map(windowText('organization, ')),
        countText('Last 24 hours', last_24_hours),
        countText('Last 30 days', last_30_days),
      ].join('\n'),
      structured: { client_id, windows, organization_windows, last_24_hours, last_30_days },
      units: 0,
    };
  }

  private async counts({ clientId }: KeyOwner, interval: 'hour' | 'day') {
    const query = { interval, timezone: 'UTC' } as const;
    const { requests, units, errors, throttled } = await this.reports.totals(
      { clientIds: [clientId] },
      query,
    );
    return { requests, units, errors, throttled };
  }
}

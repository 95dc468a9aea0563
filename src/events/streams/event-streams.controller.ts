import { Controller, Get, Headers, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CrossOrigin, Endpoint } from '../../core/http/index.js';
import { RequiresApiKey } from '../../usage/index.js';
import { EventStreamsService } from './event-streams.service.js';

const MEDIA_TYPE = 'text/event-stream';

@ApiTags('Events')
@Controller('v1/events')
export class EventStreamsController {
  constructor(private readonly streams: EventStreamsService) {}

  @CrossOrigin({ reads: ['last-event-id'] })
  @Get()
  @RequiresApiKey('forecast:read')
  @Endpoint({
    id: 'streamEvents',
    summary: 'Stream events',
    description:
      'Streams events as server-sent events until either side closes the connection: public events, such as a new model run, and events of the client. Costs one unit per connection. Ends when the API key stops working.',
    problems: ['overloaded'],
  })
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description:
      'The ID of the last event that you received. The stream continues after it. Events are kept for 7 days.',
    schema: { type: 'string' },
  })
  @ApiOkResponse({
    description: 'The events.',
    content: {
      [MEDIA_TYPE]: {
        schema: { type: 'string' },
        example:
          'id: evt_01KAHVZ6D4Q3T5B9XG7M2N8RWC\nevent: run.published\ndata: {"type":"run.published","timestamp":"2026-11-21T05:03:13Z","data":{"model":"gfs","run":"2026-11-21T00:00:00Z","isComplete":true}}\n\n',
      },
    },
  })
  async stream(
    @Headers('last-event-id') lastEventId: string | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const stream = await this.streams.open(request, lastEventId);
    if (request.method === 'HEAD') stream.finish();
    // Disables nginx's response buffering, which would delay events.
    reply.headers({ 'content-type': MEDIA_TYPE, 'x-accel-buffering': 'no' }).send(stream);
  }
}

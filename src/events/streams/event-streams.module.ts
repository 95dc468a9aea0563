import { Module } from '@nestjs/common';
import { UsageModule } from '../../usage/index.js';
import { EventStreamsController } from './event-streams.controller.js';
import { EventStreamsService } from './event-streams.service.js';

@Module({ imports: [UsageModule], controllers: [EventStreamsController], providers: [EventStreamsService] })
export class EventStreamsModule {}

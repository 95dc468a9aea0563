import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import { RequestPaceService } from './request-pace.service.js';

@Global()
@Module({ providers: [RequestPaceService], exports: [RequestPaceService] })
export class RequestPaceModule implements OnModuleInit {
  constructor(
    private readonly pace: RequestPaceService,
    private readonly host: HttpAdapterHost<FastifyAdapter>,
  ) {}

  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance();
    fastify.addHook('onSend', (request, reply, _payload, done) => {
      this.pace.noteAnswer(request, reply.statusCode);
      done();
    });
  }
}

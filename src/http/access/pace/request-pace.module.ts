import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import { RequestPace } from './request-pace.service.js';

@Global()
@Module({ providers: [RequestPace], exports: [RequestPace] })
export class RequestPaceModule implements OnModuleInit {
  constructor(
    private readonly pace: RequestPace,
    private readonly host: HttpAdapterHost<FastifyAdapter>,
  ) {}

  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance();
    fastify.decorateRequest('refusalOf', undefined);
    fastify.addHook('onSend', (request, reply, _payload, done) => {
      this.pace.noteAnswer(request, reply.statusCode);
      done();
    });
  }
}

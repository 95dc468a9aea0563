import { Controller, type Get, Module } from '@nestjs/common';

/** A module with one route below `/v1/clients`. */
export function moduleWith(Decorator: typeof Get, path: string) {
  @Controller('v1/clients')
  class AlertsController {
    @Decorator(path)
    answer(): string {
      return '';
    }
  }
  @Module({ controllers: [AlertsController] })
  class AlertsModule {}
  return AlertsModule;
}

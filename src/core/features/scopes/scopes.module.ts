import { Module } from '@nestjs/common';
import { ScopesController } from './scopes.controller.js';

@Module({ controllers: [ScopesController] })
export class ScopesModule {}

import { Module } from '@nestjs/common';
import { DashboardPagesService } from './dashboard-pages.service.js';
import { DashboardController } from './dashboard.controller.js';

@Module({ controllers: [DashboardController], providers: [DashboardPagesService] })
export class DashboardModule {}

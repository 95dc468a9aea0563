import { Module } from '@nestjs/common';
import { DashboardPages } from './dashboard-pages.service.js';
import { DashboardController } from './dashboard.controller.js';

@Module({ controllers: [DashboardController], providers: [DashboardPages] })
export class DashboardModule {}

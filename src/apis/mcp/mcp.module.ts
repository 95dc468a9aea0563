import { Module } from '@nestjs/common';
import { ForecastModule, PlacesModule } from '../../forecast/index.js';
import { UsageModule } from '../../usage/index.js';
import { McpController } from './mcp.controller.js';
import { McpService } from './mcp.service.js';
import { ProtectedResourceController } from './protected-resource.controller.js';
import { CompareModelsTool } from './tools/compare-models.tool.js';
import { FindPlaceTool } from './tools/find-place.tool.js';
import { GetCurrentWeatherTool } from './tools/get-current-weather.tool.js';
import { GetForecastTool } from './tools/get-forecast.tool.js';
import { GetUsageTool } from './tools/get-usage.tool.js';
import { ComparableModels } from './weather/comparable-models.js';
import { WeatherService } from './weather/weather.service.js';

@Module({
  imports: [UsageModule, ForecastModule, PlacesModule],
  controllers: [McpController, ProtectedResourceController],
  providers: [
    McpService,
    WeatherService,
    ComparableModels,
    GetCurrentWeatherTool,
    GetForecastTool,
    CompareModelsTool,
    FindPlaceTool,
    GetUsageTool,
  ],
})
export class McpModule {}

import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import { UsageModule } from '../../usage/index.js';
import { loadGazetteer } from './own-gazetteer.js';
import { PlacesController } from './places.controller.js';
import { PlacesService } from './places.service.js';

@Module({
  imports: [UsageModule],
  controllers: [PlacesController],
  providers: [PlacesService],
  exports: [PlacesService],
})
export class PlacesModule implements OnApplicationBootstrap {
  private readonly loading = loadGazetteer();

  /** The gazetteer is read while the rest of the service starts, so that no request has to. */
  onApplicationBootstrap(): Promise<void> {
    return this.loading;
  }
}

import { defineFeature } from '../../core/features/index.js';
import { InjectableServicesModule } from './injectable-services.module.js';

export const INJECTABLE_SERVICES_FEATURE = defineFeature({
  name: 'injectable-services',
  module: InjectableServicesModule,
});

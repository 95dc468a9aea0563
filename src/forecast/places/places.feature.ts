import { defineFeature } from '../../core/features/index.js';
import { PlacesModule } from './places.module.js';

export const PLACES_FEATURE = defineFeature({
  name: 'places',
  module: PlacesModule,
  tags: [
    {
      name: 'Places',
      description:
        'Cities, towns and villages, by name or near a location. Requires an API key or a session.',
    },
  ],
});

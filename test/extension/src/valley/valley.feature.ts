import { defineFeature } from 'weather-forecast-service';
import { valley } from './valley.model.js';

/** A feature that brings a weather model and nothing else. */
export default defineFeature({ name: 'valley', models: [valley] });

import { defineFeature } from '../../core/features/index.js';
import { MeteogramModule } from './meteogram.module.js';

export const METEOGRAM_FEATURE = defineFeature({ name: 'meteogram', module: MeteogramModule });

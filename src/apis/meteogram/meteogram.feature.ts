import { defineFeature } from '../../core/features/define-feature.js';
import { MeteogramModule } from './meteogram.module.js';

export const METEOGRAM_FEATURE = defineFeature({ name: 'meteogram', module: MeteogramModule });

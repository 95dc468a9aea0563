import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { FeatureSet } from '../features/feature-set.js';

/** A page that a feature adds, and its script. */
export interface FeaturePage {
  path: string;
  title: string;
  /** Changes with the script, so that browsers may keep it. */
  scriptPath: string;
  script: Buffer;
}

/** The pages that features add to the dashboard. */
@Injectable()
export class DashboardPagesService {
  readonly all: readonly FeaturePage[];

  constructor({ features }: FeatureSet) {
    this.all = features.flatMap(({ dashboard = [] }) =>
      dashboard.map(({ path, title, script }) => {
        const content = readFileSync(script);
        const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
        return { path, title, scriptPath: `/pages${path}-${hash}.js`, script: content };
      }),
    );
  }
}

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { FeatureError } from '../features/feature-error.js';
import { FeatureSet } from '../features/feature-set.js';
import { PAGE_PATHS } from './page-paths.js';

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

  /** @throws FeatureError where one has the path of a page that the dashboard has itself */
  constructor({ features }: FeatureSet) {
    this.all = features.flatMap(({ name, dashboard = [] }) =>
      dashboard.map(({ path, title, script }) => {
        if (PAGE_PATHS.includes(path))
          throw new FeatureError(
            `The feature "${name}" claims the page ${path}, which the dashboard has itself.`,
          );
        const content = readFileSync(script);
        const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
        return { path, title, scriptPath: `/pages${path}-${hash}.js`, script: content };
      }),
    );
  }
}

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { FeatureSet } from '../features/feature-set.js';
import type { DashboardPageDto } from './dashboard.dto.js';

/** The pages of the dashboard, and the scripts of those that have one. */
@Injectable()
export class DashboardPagesService {
  /** Where the dashboard is; `/clients/*` stands for all below `/clients`. */
  readonly paths: readonly string[];
  /** In the order of the navigation. */
  readonly listed: DashboardPageDto[];
  /** By their paths, which change with the script, so that browsers may keep it. */
  readonly scripts = new Map<string, Buffer>();

  constructor({ pages }: FeatureSet) {
    this.paths = pages.map(({ path }) => path);
    this.listed = pages.flatMap((page) => {
      const { path, title, icon = 'puzzle', adminsOnly = false, ofOrganization = false } = page;
      if (title === undefined) return [];
      const script = page.script === undefined ? null : this.addScript(path, readFileSync(page.script));
      return { path, title, script, icon, admins_only: adminsOnly, of_organization: ofOrganization };
    });
  }

  private addScript(pagePath: string, script: Buffer): string {
    const hash = createHash('sha256').update(script).digest('hex').slice(0, 8);
    const path = `/pages${pagePath}-${hash}.js`;
    this.scripts.set(path, script);
    return path;
  }
}

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { Configuration } from '../core/config/index.js';
import { FeatureSet } from '../core/features/index.js';
import type { DashboardPageDto } from './dashboard.dto.js';

/** The dashboard's pages and the scripts that features supply for theirs. */
@Injectable()
export class DashboardPagesService {
  /** Paths that serve the dashboard; `/clients/*` matches everything below `/clients`. */
  readonly paths: readonly string[];
  /** The pages of the navigation, in its order. */
  readonly listed: DashboardPageDto[];
  /** Scripts by path. The path contains a hash of the content, so browsers can cache a script indefinitely. */
  readonly scripts = new Map<string, Buffer>();

  constructor({ pages }: FeatureSet, configuration: Configuration) {
    const isOn = (page: (typeof pages)[number]) =>
      !('isListed' in page) || page.isListed?.(configuration) !== false;
    // A page of the navigation says itself that it is off.
    this.paths = pages.filter((page) => page.title !== undefined || isOn(page)).map(({ path }) => path);
    this.listed = pages.flatMap((page) => {
      const { path, title, icon = 'puzzle', adminsOnly = false, ofOrganization = false } = page;
      if (title === undefined || !isOn(page)) return [];
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

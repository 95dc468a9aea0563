import type { FastifyInstance } from 'fastify';
import type { ProblemForm } from './problems/problem-form.js';

interface Route {
  pattern: RegExp;
  methods: string[];
  isCrossOrigin: boolean;
}

/** The registered routes, so that a request with a wrong method gets the path's allowed methods. */
export class RouteTable {
  private readonly routes: Route[] = [];
  private readonly crossOriginFolders = new Set<string>();
  private readonly problemForms = new Set<ProblemForm>();

  /** Must be called before the routes are registered. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ url, method, config }) => {
      const isCrossOrigin = config?.isCrossOrigin === true;
      this.routes.push({ pattern: toPattern(url), methods: [method].flat(), isCrossOrigin });
      if (config?.problemForm) this.problemForms.add(config.problemForm);
      if (isCrossOrigin) this.crossOriginFolders.add(url.slice(0, url.lastIndexOf('/') + 1));
    });
  }

  /** For a path with routes of other methods, follows those; for an unknown path, the routes in the same folder. */
  isCrossOrigin(path: string): boolean {
    const routes = this.routes.filter(({ pattern }) => pattern.test(path));
    if (routes.length > 0) return routes.some((route) => route.isCrossOrigin);
    return [...this.crossOriginFolders].some((folder) => path.startsWith(folder));
  }

  /** Returns the form of errors at a path, known or not; undefined for the standard form. */
  problemFormOf(path: string): ProblemForm | undefined {
    for (const form of this.problemForms) if (path.startsWith(form.folder)) return form;
    return undefined;
  }

  /** The methods of all routes that match the path, sorted. */
  methodsOf(path: string): string[] {
    const methods = this.routes.filter(({ pattern }) => pattern.test(path)).flatMap((route) => route.methods);
    return [...new Set(methods)].sort();
  }
}

function toPattern(url: string): RegExp {
  const escaped = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/:[^/]+/g, '[^/]+').replaceAll('*', '.*')}/?$`);
}

import type { FastifyInstance } from 'fastify';
import type { CrossOriginAccess } from './cross-origin.decorator.js';
import type { ProblemForm } from './problems/problem-form.js';

interface Route {
  pattern: RegExp;
  methods: string[];
  crossOrigin: CrossOriginAccess | undefined;
}

/**
 * The registered routes: so that a request with a wrong method gets the path's allowed methods, and pages of other sites
 * the headers of its routes.
 */
export class RouteTable {
  private readonly routes: Route[] = [];
  private readonly crossOriginFolders = new Set<string>();
  private readonly problemForms = new Set<ProblemForm>();

  /** Must be called before the routes are registered. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ url, method, config }) => {
      const crossOrigin = config?.crossOrigin;
      this.routes.push({ pattern: toPattern(url), methods: [method].flat(), crossOrigin });
      if (config?.problemForm) this.problemForms.add(config.problemForm);
      const folder = url.slice(0, url.lastIndexOf('/') + 1);
      if (crossOrigin && folder !== '/') this.crossOriginFolders.add(folder);
    });
  }

  /**
   * What pages of other sites may do at a path; undefined if nothing. For a path with routes of other methods, follows
   * those; for an unknown path, the routes in the same folder.
   */
  crossOriginOf(path: string): CrossOriginAccess | undefined {
    const routes = this.routes.filter(({ pattern }) => pattern.test(path));
    if (routes.length > 0) return mergedAccess(routes);
    return [...this.crossOriginFolders].some((folder) => path.startsWith(folder)) ? {} : undefined;
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

function mergedAccess(routes: readonly Route[]): CrossOriginAccess | undefined {
  const accesses = routes.flatMap(({ crossOrigin }) => crossOrigin ?? []);
  if (accesses.length === 0) return undefined;
  const namesOf = (kind: 'reads' | 'exposes') => [
    ...new Set(accesses.flatMap((access) => access[kind] ?? [])),
  ];
  return {
    reads: namesOf('reads'),
    exposes: namesOf('exposes'),
    isListedOnly: accesses.some(({ isListedOnly }) => isListedOnly),
  };
}

function toPattern(url: string): RegExp {
  const escaped = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/:[^/]+/g, '[^/]+').replaceAll('*', '.*')}/?$`);
}

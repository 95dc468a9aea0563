// Loading the service and its packages takes longer than most suites, so all suites of a worker share these modules.
// The tests' own modules are loaded afresh for each suite. A suite that mocks modules, or needs its own instances for
// another reason, starts with `/** @jest-environment node */` and shares nothing.
import Runtime from 'jest-runtime';
import { fileURLToPath } from 'node:url';
import { beginMeasuring } from '../slow-suites.mjs';
import SharedEnvironment from './environment.mjs';

const SOURCES = fileURLToPath(new URL('../../../src/', import.meta.url));

/** Keys of imported modules are URLs, those of required modules are paths. */
const isShared = (key) => key.replace(/^file:\/\//, '').startsWith(SOURCES) || key.includes('/node_modules/');

/** Shares Jest's own modules, except the one that holds the suite's tests. */
const isSharedOfJest = (path) => !path.endsWith('/jestAdapterInit.js');

/** A suite's own modules on top of the shared ones, which outlive it. */
class Modules extends Map {
  constructor(shared, isShared) {
    super();
    this.shared = shared;
    this.isShared = isShared;
  }

  get(key) {
    return this.isShared(key) ? this.shared.get(key) : super.get(key);
  }

  has(key) {
    return this.isShared(key) ? this.shared.has(key) : super.has(key);
  }

  set(key, module) {
    if (this.isShared(key)) this.shared.set(key, module);
    else super.set(key, module);
    return this;
  }

  delete(key) {
    return this.isShared(key) ? this.shared.delete(key) : super.delete(key);
  }
}

const imported = new Map();
const required = new Map();
const requiredByJest = new Map();
const sourceMaps = new Map();

export default class SharingRuntime extends Runtime {
  constructor(config, environment, ...rest) {
    super(config, environment, ...rest);
    const [testPath, { filter }] = rest.slice(-2);
    // Elsewhere, the machine may be slower, and the other configurations have only slow suites.
    if (process.env.CI && process.platform === 'linux' && filter) this.measuredPath = testPath;
    if (!(environment instanceof SharedEnvironment)) return;
    this.isSharing = true;
    this.registries.esModuleRegistry = new Modules(imported, isShared);
    this.registries.moduleRegistry = new Modules(required, isShared);
    this.registries.internalModuleRegistry = new Modules(requiredByJest, isSharedOfJest);
    this.transformCache.sourceMaps = sourceMaps;
  }

  /** Measures without what the suite imports: the first suites of a worker load the modules for all later ones. */
  async unstable_importModule(from, moduleName) {
    const module = await super.unstable_importModule(from, moduleName);
    if (from === this.measuredPath) this.endMeasuring = beginMeasuring(from);
    return module;
  }

  /** Keeps the runtime usable: modules first loaded by this suite keep loading further modules through it later. */
  teardown() {
    if (this.isSharing) {
      this.restoreAllMocks();
      this.registries.clear();
      this.enterTestCode();
    } else super.teardown();
    const { endMeasuring } = this;
    // Jest tears down once more after a failure.
    this.endMeasuring = undefined;
    endMeasuring?.();
  }
}

// Loading the service and its packages takes longer than most suites: the suites that a worker runs share them. Modules
// of the tests are loaded for each suite anew. A suite that mocks modules, or needs its own for another reason, begins
// with `/** @jest-environment node */` and shares nothing.
import Runtime from 'jest-runtime';
import { fileURLToPath } from 'node:url';
import SharedEnvironment from './environment.mjs';

const SOURCES = fileURLToPath(new URL('../../../src/', import.meta.url));

/** Modules that are imported have a URL, those that are required a path. */
const isShared = (key) => key.replace(/^file:\/\//, '').startsWith(SOURCES) || key.includes('/node_modules/');

/** Jest's own modules, but for the one that keeps what a suite's tests are. */
const isSharedOfJest = (path) => !path.endsWith('/jestAdapterInit.js');

/** A suite's own modules over the shared ones, which outlive it. */
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
    if (!(environment instanceof SharedEnvironment)) return;
    this.isSharing = true;
    this.registries.esModuleRegistry = new Modules(imported, isShared);
    this.registries.moduleRegistry = new Modules(required, isShared);
    this.registries.internalModuleRegistry = new Modules(requiredByJest, isSharedOfJest);
    this.transformCache.sourceMaps = sourceMaps;
  }

  /** Modules that this suite was the first to load go on loading others through it, whenever they do. */
  teardown() {
    if (!this.isSharing) return super.teardown();
    this.restoreAllMocks();
    this.registries.clear();
    this.enterTestCode();
  }
}

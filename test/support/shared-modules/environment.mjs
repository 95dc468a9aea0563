import { TestEnvironment } from 'jest-environment-node';
import { installCommonGlobals } from 'jest-util';
import vm from 'node:vm';

/** Where Jest keeps a suite's event handlers, which must not leak into the next suite. */
const EVENT_HANDLERS = Symbol.for('EVENT_HANDLERS');

let shared;

/**
 * The single environment of all suites of a worker, so that they can share modules. Each suite gets its own `process`,
 * with the environment variables that the worker was started with.
 */
export default class SharedEnvironment extends TestEnvironment {
  constructor(config, context) {
    if (shared) {
      shared.global.process = installCommonGlobals({ Symbol, Date }, {}).process;
      return shared;
    }
    // In Jest's context every access to a global such as Math goes through a Proxy, which costs as much as a page of
    // arithmetic. This context has its own globals.
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    super(config, context);
    vm.createContext = createContext;
    shared = this;
  }

  async teardown() {
    this.fakeTimersModern.useRealTimers();
    delete this.global[EVENT_HANDLERS];
  }
}

import { TestEnvironment } from 'jest-environment-node';
import { installCommonGlobals } from 'jest-util';
import vm from 'node:vm';

/** What Jest keeps of a suite for the next. */
const EVENT_HANDLERS = Symbol.for('EVENT_HANDLERS');

let shared;

/**
 * The one environment of all suites that a worker runs, so that they can share the modules in it. Each gets a `process`
 * of its own, with the environment variables that the worker was started with.
 */
export default class SharedEnvironment extends TestEnvironment {
  constructor(config, context) {
    if (shared) {
      shared.global.process = installCommonGlobals({ Symbol, Date }, {}).process;
      return shared;
    }
    // In a context of Jest's, whatever mentions a global such as Math asks a Proxy for it, which costs as much as a page of
    // arithmetic. This one has globals of its own.
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

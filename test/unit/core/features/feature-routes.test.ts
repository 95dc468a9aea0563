import 'reflect-metadata';
import { expect, it } from '@jest/globals';
import { All, Controller, forwardRef, Get, Module, Post, type Type } from '@nestjs/common';
import { FeatureError } from '../../../../src/core/features/feature-error.js';
import { FeatureSet } from '../../../../src/core/features/feature-set.js';
import { OWN_FEATURES } from '../../../../src/boot/features/features.js';
import { messageOf } from '../../../support/message-of.js';
import { moduleWith } from '../../../support/module-with.js';

const refusal = (...modules: Type[]) => {
  const others = modules.map((module, i) => ({ name: ['alerts', 'storms'][i], module }));
  return messageOf(() => new FeatureSet(OWN_FEATURES, others), FeatureError);
};

function moduleImporting(imported: Type) {
  @Module({ imports: [forwardRef(() => imported)] })
  class AlertsModule {}
  return AlertsModule;
}

function moduleInheriting(Decorator: typeof Get) {
  class BaseController {
    @Decorator()
    answer(): string {
      return '';
    }
  }
  @Controller('v1/clients')
  class AlertsController extends BaseController {}
  @Module({ controllers: [AlertsController] })
  class AlertsModule {}
  return AlertsModule;
}

it.each([
  ['any method', moduleWith(All, ':clientId'), 'GET /v1/clients/:'],
  ['a method of its base class', moduleInheriting(Get), 'GET /v1/clients'],
  ['a module behind forwardRef()', moduleImporting(moduleWith(Post, '')), 'POST /v1/clients'],
])('rejects a route of another feature, defined by %s', (_, module, claim) => {
  expect(refusal(module)).toBe(`The features "clients" and "alerts" both claim the route ${claim}.`);
});

it('accepts a module with a route that two features import, since Nest registers a module once', () => {
  const shared = moduleWith(Get, 'shared');

  expect(refusal(moduleImporting(shared), moduleImporting(shared))).toBeUndefined();
  expect(refusal(moduleImporting(shared), moduleWith(Get, 'shared'))).toBe(
    'The features "alerts" and "storms" both claim the route GET /v1/clients/shared.',
  );
});

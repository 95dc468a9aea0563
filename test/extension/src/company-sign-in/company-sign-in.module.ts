import { Module, type OnModuleInit } from '@nestjs/common';
import { SignInMethods } from 'weather-forecast-service';
import { CompanyAssertions } from './company-assertions.js';
import { CompanySignInController } from './company-sign-in.controller.js';

@Module({ controllers: [CompanySignInController], providers: [CompanyAssertions] })
export class CompanySignInModule implements OnModuleInit {
  constructor(private readonly methods: SignInMethods) {}

  onModuleInit(): void {
    this.methods.add({ id: 'company', title: 'Continue with Example', url: '/v1/sessions/company' });
  }
}

import { defineFeature } from 'weather-forecast-service';
import { CompanySignInModule } from './company-sign-in.module.js';

/** Signs in everybody whom the company's proxy has authenticated, without a password here. */
export default defineFeature({
  name: 'company-sign-in',
  module: CompanySignInModule,
  settings: {
    COMPANY_KEYS_URL: { kind: 'url', required: true, description: 'Where the proxy publishes its keys.' },
  },
  securitySchemes: {
    companyAssertion: {
      type: 'apiKey',
      in: 'header',
      name: 'x-company-assertion',
      description: "The signed assertion that the company's proxy adds.",
    },
  },
});

declare module 'weather-forecast-service' {
  interface Settings {
    COMPANY_KEYS_URL: string;
  }
}

import { defineFeature } from 'weather-forecast-service';
import { CompanySignInModule } from './company-sign-in.module.js';

/** Whoever comes through the company's proxy is known there, and needs no password here. */
export default defineFeature({ name: 'company-sign-in', module: CompanySignInModule });

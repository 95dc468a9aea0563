import type { ProblemForm } from '../../core/http/index.js';
import { OpenMeteoErrorDto } from './open-meteo.dto.js';

/** Errors in Open-Meteo's format, with this service's status codes. */
export const OPEN_METEO_PROBLEMS: ProblemForm = {
  folder: '/open-meteo/',
  mediaType: 'application/json',
  schema: OpenMeteoErrorDto,
  write: ({ detail }) => ({ error: true, reason: detail }),
};

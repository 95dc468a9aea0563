/** The PostgreSQL notification channel: the states have changed. */
export const STATES_CHANNEL = 'weather_verification';

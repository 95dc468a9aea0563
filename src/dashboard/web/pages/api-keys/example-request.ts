/** A preset point (Warsaw), so that a new user gets a response without filling in a form. */
export const EXAMPLE_POINT = { lat: 52.2297, lon: 21.0122 };
const EXAMPLE_FIELDS = 'temperature,windSpeed,precipitationIntensity';
export const EXAMPLE_REQUEST = `/v1/weather/forecast?lat=${EXAMPLE_POINT.lat}&lon=${EXAMPLE_POINT.lon}&fields=${EXAMPLE_FIELDS}`;

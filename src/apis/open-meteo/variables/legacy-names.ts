/** The beginnings of Open-Meteo's earlier names, and of the current ones. Responses have the requested name. */
const LEGACY_BEGINNINGS: readonly (readonly [string, string])[] = [
  ['weathercode', 'weather_code'],
  ['windspeed_', 'wind_speed_'],
  ['winddirection_', 'wind_direction_'],
  ['windgusts_', 'wind_gusts_'],
  ['relativehumidity_', 'relative_humidity_'],
  ['dewpoint_', 'dew_point_'],
  ['cloudcover', 'cloud_cover'],
  ['vapor_pressure_deficit', 'vapour_pressure_deficit'],
  ['freezinglevel_', 'freezing_level_'],
];

/** A range of depths, as in `soil_moisture_0_1cm`. */
const LEGACY_DEPTHS = /_(\d+)_(\d+)cm$/;

export function nameOfToday(name: string): string {
  const [earlier, today] = LEGACY_BEGINNINGS.find(([beginning]) => name.startsWith(beginning)) ?? ['', ''];
  return today + name.slice(earlier.length).replace(LEGACY_DEPTHS, '_$1_to_$2cm');
}

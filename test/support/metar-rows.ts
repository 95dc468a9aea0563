export const METAR_HEADER =
  'raw_text,station_id,observation_time,latitude,longitude,temp_c,dewpoint_c,wind_dir_degrees,wind_speed_kt,wind_gust_kt,visibility_statute_mi,altim_in_hg,sea_level_pressure_mb,corrected,auto,auto_station,maintenance_indicator_on,no_signal,lightning_sensor_off,freezing_rain_sensor_off,present_weather_sensor_off,wx_string,sky_cover,cloud_base_ft_agl,sky_cover,cloud_base_ft_agl,sky_cover,cloud_base_ft_agl,sky_cover,cloud_base_ft_agl,flight_category,three_hr_pressure_tendency_mb,maxT_c,minT_c,maxT24hr_c,minT24hr_c,precip_in,pcp3hr_in,pcp6hr_in,pcp24hr_in,snow_in,vert_vis_ft,metar_type,elevation_m';

/** A row of Boston's airport, with other cells by the names of their columns. */
export function metarRow(cells: Record<string, string> = {}, layers: readonly string[] = ['SCT']): string {
  const known: Record<string, string> = {
    raw_text: 'METAR KBOS 210554Z 29010KT 10SM SCT040 08/02 A3009 RMK AO2 T00830022',
    station_id: 'KBOS',
    observation_time: '2026-11-21T05:54:00.000Z',
    latitude: '42.3606',
    longitude: '-71.0097',
    temp_c: '8.3',
    dewpoint_c: '2.2',
    wind_dir_degrees: '290',
    wind_speed_kt: '10',
    visibility_statute_mi: '10+',
    altim_in_hg: '30.09',
    metar_type: 'METAR',
    elevation_m: '4',
    ...cells,
  };
  let layer = 0;
  return METAR_HEADER.split(',')
    .map((name) => (name === 'sky_cover' ? (layers[layer++] ?? '') : (known[name] ?? '')))
    .join(',');
}

/** When the tests began, so that all of a file mean the same minute. */
const BEGAN_MS = Date.now();

export const minutesAgo = (minutes: number) =>
  `${new Date(BEGAN_MS - minutes * 60_000).toISOString().slice(0, 16)}:00.000Z`;

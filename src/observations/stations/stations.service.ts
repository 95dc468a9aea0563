import { Injectable } from '@nestjs/common';
import { Problem, type RequestFault } from '../../core/http/index.js';
import { DAY_MS, readInstant, toInstant } from '../../core/time/index.js';
import { OBSERVATION_SOURCES } from '../../weather/observations/index.js';
import { HISTORY_DAYS } from '../reports/observation-store.service.js';
import { type KnownStation, ObservationsService } from '../reports/observations.service.js';
import type { StoredReport } from '../reports/report-block.js';
import type {
  NearStationsDto,
  ObservationDto,
  ObservationsQueryDto,
  ObservationStationDto,
  StationObservationsDto,
  StationReportDto,
  StationsQueryDto,
} from './stations.dto.js';

const MOST_STATIONS = 100;

/** Serves stations and their reports. */
@Injectable()
export class StationsService {
  constructor(private readonly observations: ObservationsService) {}

  near({ lat, lon, radiusKm }: StationsQueryDto, now: Date): NearStationsDto {
    const near = this.observations.nearest(lat, lon, radiusKm!, MOST_STATIONS, now);
    return {
      data: near.map(({ station, distanceKm, latest }) => ({
        ...stationDto(station),
        distanceKm: Math.round(distanceKm * 10) / 10,
        latest: latest ? observationDto(latest) : null,
      })),
      attribution: this.attribution(new Set(near.map(({ station }) => station.source))),
    };
  }

  one(id: string, now: Date): StationReportDto {
    const station = this.station(id);
    const latest = this.observations.latestOf(id, now);
    return {
      ...stationDto(station),
      latest: latest ? observationDto(latest) : null,
      attribution: this.attribution(new Set([station.source])),
    };
  }

  async history(id: string, query: ObservationsQueryDto, now: Date): Promise<StationObservationsDto> {
    const { fromMs, toMs } = spanOf(query, now);
    const station = this.station(id);
    const reports = await this.observations.history(station, fromMs, toMs);
    return {
      station: stationDto(station),
      data: reports.map(observationDto),
      attribution: this.attribution(new Set([station.source])),
    };
  }

  private station(id: string): KnownStation {
    const station = this.observations.station(id);
    if (!station) throw new Problem('not_found', { detail: 'No station with this ID has reported.' });
    return station;
  }

  /** @param sources empty for all that were read */
  private attribution(sources: ReadonlySet<string>): string {
    const names = sources.size > 0 ? sources : new Set(this.observations.sources().map(({ name }) => name));
    return OBSERVATION_SOURCES.filter(({ name }) => names.has(name))
      .map(({ attribution }) => attribution)
      .join('; ');
  }
}

/** There are no reports from before the history. */
function spanOf({ startTime, endTime }: ObservationsQueryDto, now: Date): { fromMs: number; toMs: number } {
  const errors: RequestFault[] = [];
  const read = (parameter: 'startTime' | 'endTime', text: string | undefined, otherwise: Date): Date => {
    const time = text === undefined ? otherwise : readInstant(text);
    if (typeof time !== 'string') return time;
    errors.push({ parameter, detail: `"${parameter}" ${time}` });
    return otherwise;
  };
  const to = read('endTime', endTime, now);
  const from = read('startTime', startTime, new Date(to.getTime() - DAY_MS));
  if (errors.length === 0 && from > to)
    errors.push({ parameter: 'startTime', detail: '"startTime" must not be after "endTime".' });
  if (errors.length > 0) throw new Problem('invalid_parameter', { errors });
  return {
    fromMs: Math.max(from.getTime(), now.getTime() - HISTORY_DAYS * DAY_MS),
    toMs: Math.min(to.getTime(), now.getTime() + DAY_MS),
  };
}

function stationDto({ id, name, lat, lon, elevation }: KnownStation): ObservationStationDto {
  return { id, name, lat, lon, elevation };
}

function observationDto({ observedAtMs, values, text }: StoredReport): ObservationDto {
  return { observedAt: toInstant(new Date(observedAtMs)), values, report: text! };
}

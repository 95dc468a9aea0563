import { type MemberStatistics, type VariableName, keptVariables } from '../../weather/meteo/index.js';
import { quantise } from '../../store/format/index.js';
import type { FilledPlane } from '../../store/write/index.js';
import { type RecordBytes } from '../download/download.js';
import { type MemberRecord } from '../plan/run-plan.js';
import { type MemberValues, type Reduced, statisticsOf } from './member-fields.js';
import { IngestError } from '../ingest-error.js';
import { type OutsideValues, requirePlausible } from './plausibility.js';
import { SpanDeriver } from './span-deriver.js';
import { stepLabel } from '../request/step-list.js';
import { type RunGrid, StepDecoder } from './step-decoder.js';
import { Thinning } from './thinning.js';

/**
 * Reduces the members of an ensemble to the planes that are stored. Holds the values of all members for each incomplete
 * step and statistic, and for a variable whose buckets are split also those of the step before.
 *
 * Samples a field on a finer grid, even if it is an amount: the mean over several cells would be wet more often, but
 * less intensely.
 */
export class EnsembleTaker {
  private readonly decoder: StepDecoder;
  private readonly thinning: Thinning | undefined;
  private readonly cells: number;
  /** By member name: each member has its own buckets. */
  private readonly derivers = new Map<string, SpanDeriver>();
  /** Members of incomplete steps, by the first variable of their statistics. */
  private readonly members = new Map<VariableName, MemberValues[]>();
  /** Planes that have not been written yet, by variable and step. */
  private readonly reduced = new Map<string, Reduced>();
  /** Buffers of reduced members, for reuse. */
  private readonly freeValues: Float32Array[] = [];
  private readonly freeRooms: Float64Array[] = [];
  private readonly wholeRoom: Float64Array | undefined;

  constructor(run: Date, runGrid: RunGrid) {
    const { grid, kept } = runGrid;
    this.decoder = new StepDecoder(run, runGrid);
    this.thinning = Thinning.between(grid, kept);
    this.cells = kept.ni * kept.nj;
    this.wholeRoom = this.thinning && new Float64Array(grid.ni * grid.nj);
  }

  /**
   * Takes a record of a member; the last one completes the planes. A record that is refused leaves its member out.
   * @throws IngestError as StepDecoder does
   */
  async take(downloaded: RecordBytes): Promise<void> {
    const { statistics, leastMembers, isLast } = downloaded.record.member!;
    const [first] = statistics.of;
    const members = this.members.get(first) ?? [];
    this.members.set(first, members);
    try {
      await this.add(downloaded, members);
    } finally {
      if (isLast) this.reduce(statistics, members, leastMembers);
    }
  }

  /**
   * Writes the codes of one plane computed from the members at a step.
   * @throws IngestError (ImplausibleValuesError) if too few members were left
   */
  fill(variable: VariableName, stepHours: number, codes: Uint16Array): FilledPlane {
    const key = keyOf(variable, stepHours);
    const reduced = this.reduced.get(key);
    if (!reduced)
      throw new IngestError('ImplausibleValuesError', `${stepLabel(stepHours)}: too few members are left`);
    const { identity, planes } = reduced;
    this.reduced.delete(key);
    const { values, quantisation, statistic } = planes.get(variable)!;
    return {
      ...identity,
      variable,
      statistic,
      quantisation: quantise(values, quantisation, codes),
    };
  }

  outsideValues(): OutsideValues[] {
    const ofSpans = [...this.derivers.values()].flatMap(({ outside }) => outside);
    return [...this.decoder.outsideValues(), ...ofSpans];
  }

  /** See SpanDeriver. Reports only the first member that has any. */
  implausibilities(): string[] {
    const all = [...this.derivers.values()].map((deriver) => deriver.implausibilities());
    return all.find((ofMember) => ofMember.length > 0) ?? [];
  }

  private async add(downloaded: RecordBytes, members: MemberValues[]): Promise<void> {
    const { source, member } = downloaded.record;
    const { name, statistics } = member!;
    const isFirst = source.variable === statistics.of[0];
    // The first component of this vector was refused.
    if (!isFirst && members.at(-1)?.name !== name) return;
    try {
      const values = await this.derive(downloaded, member!);
      if (isFirst) members.push({ name, ...values });
      else members[members.length - 1].second = values.values;
    } catch (error) {
      if (!isFirst) members.pop();
      throw error;
    }
  }

  /** Derives the values of a record's span, in a buffer that is kept until the members are reduced. */
  private async derive(
    downloaded: RecordBytes,
    { name }: MemberRecord,
  ): Promise<Omit<MemberValues, 'name' | 'second'>> {
    const { record } = downloaded;
    const deriver = this.derivers.get(name) ?? new SpanDeriver();
    this.derivers.set(name, deriver);
    const room = this.freeRooms.pop() ?? new Float64Array(this.cells);
    const decoded = await this.decoder.decode(downloaded, this.wholeRoom ?? room);
    const present = this.thinning ? this.thinning.sample(decoded.values, room) : decoded.values;
    deriver.released = undefined;
    const { values, quantisation, ...identity } = deriver.derive({ ...decoded, values: present });
    requirePlausible(record.source.variable, record.label, values.length, (cell) => values[cell]);
    const kept = this.freeValues.pop() ?? new Float32Array(this.cells);
    kept.set(values);
    // No longer needed: for an instant the decoded values, for a bucket those of the step before.
    const free = record.forecast.kind === 'instant' ? present : deriver.released;
    if (free) this.freeRooms.push(free);
    const { statistic, stepHours, spanStartHours } = identity;
    return { identity: { statistic, stepHours, spanStartHours }, values: kept, lattice: quantisation };
  }

  private reduce(statistics: MemberStatistics, members: MemberValues[], leastMembers: number): void {
    if (members.length >= leastMembers) {
      const reduced = statisticsOf(statistics, members, leastMembers);
      const { stepHours } = reduced.identity;
      for (const variable of keptVariables(statistics))
        this.reduced.set(keyOf(variable, stepHours as number), reduced);
    }
    this.freeValues.push(...members.flatMap(({ values, second }) => (second ? [values, second] : [values])));
    members.length = 0;
  }
}

function keyOf(variable: VariableName, stepHours: number): string {
  return `${variable} ${stepHours}`;
}

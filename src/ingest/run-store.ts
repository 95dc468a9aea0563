import { type Plane } from '../model-store/plane.js';
import { type RunWarning, type StoreGrid } from '../model-store/run-manifest.js';
import { RunWriter } from '../model-store/run-writer.js';
import { type IngestRequest } from './ingest-request.js';

/** The run on its way into the store. It begins with the first plane, since nothing tells the grid before. */
export class RunStore {
  private writer: RunWriter | undefined;

  constructor(
    private readonly request: IngestRequest,
    private readonly stepsHours: number[],
  ) {}

  async add(plane: Plane, grid: StoreGrid): Promise<void> {
    this.writer ??= await this.createWriter(grid);
    await this.writer.add(plane);
  }

  /** Makes the run visible, with warnings that answers from it repeat. */
  async publish(warnings: RunWarning[]): Promise<void> {
    for (const { code, detail } of warnings) this.writer?.warn(code, detail);
    await this.writer?.publish();
  }

  /** Leaves the store as it was. */
  async abort(): Promise<void> {
    await this.writer?.abort();
  }

  private createWriter(grid: StoreGrid): Promise<RunWriter> {
    const { model, resolution, run, runsDirectory } = this.request;
    const { stepsHours } = this;
    const identity = { model: model.name, resolution, run, attribution: model.attribution, grid, stepsHours };
    return RunWriter.create(runsDirectory, identity);
  }
}

export interface LogLine {
  level: 'debug' | 'info' | 'warn';
  message: string;
  fields: Record<string, unknown>;
}

/** Replaces the service's logger and records its messages. */
export class LogRecorder {
  readonly lines: LogLine[] = [];
  readonly debug = this.recorder('debug');
  readonly info = this.recorder('info');
  readonly warn = this.recorder('warn');

  /** Returns the messages of one level, each with the value of one of its fields. */
  said(level: LogLine['level'], field: string): [string, unknown][] {
    return this.lines
      .filter((line) => line.level === level)
      .map(({ message, fields }) => [message, fields[field]]);
  }

  private recorder(level: LogLine['level']) {
    return (fields: unknown, message?: string) => {
      this.lines.push({ level, message: message ?? '', fields: fields as Record<string, unknown> });
    };
  }
}

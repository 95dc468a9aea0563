/** What tells one upload of a file from another. */
export interface FileVersion {
  sizeBytes: number;
  /** An entity tag in its quotes, else the date of the last modification, as the source writes it; undefined: it tells neither. */
  tag?: string;
}

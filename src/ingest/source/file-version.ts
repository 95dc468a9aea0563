/** Distinguishes one upload of a file from another. */
export interface FileVersion {
  sizeBytes: number;
  /**
   * A quoted entity tag, otherwise the date of the last modification, as written by the source; undefined if there is
   * neither.
   */
  tag?: string;
}

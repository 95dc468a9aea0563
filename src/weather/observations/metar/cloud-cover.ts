/** In %, by the middle of the eighths that each word covers: FEW 1 and 2, SCT 3 and 4, BKN 5 to 7. OVX: sky hidden. */
const COVERS: Readonly<Record<string, number>> = {
  CLR: 0,
  SKC: 0,
  NSC: 0,
  NCD: 0,
  CAVOK: 0,
  FEW: 18.75,
  SCT: 43.75,
  BKN: 75,
  OVC: 100,
  OVX: 100,
};
/**
 * The same words in a report. The file leaves out layers whose height wasn't measured and, since 2026, that there is no
 * cloud: then less cloud, or none that was measured, is in its columns.
 */
const WORDS = /(?<= )(CLR|SKC|NSC|NCD|CAVOK|(FEW|SCT|BKN|OVC)(?=\d{3}|\/\/\/| |$))/g;

/**
 * Returns the cloud cover in %, NaN if it wasn't measured.
 * @param layers the words of each layer; empty if there are fewer
 */
export function cloudCoverOf(layers: readonly string[], report: string): number {
  const words = [...layers, ...(beforeRemarks(report).match(WORDS) ?? [])];
  const covers = words.filter((word) => word in COVERS).map((word) => COVERS[word]);
  return covers.length > 0 ? Math.max(...covers) : NaN;
}

/** Returns the part of a report whose format is the same everywhere. */
export function beforeRemarks(report: string): string {
  return report.replace(/ (RMKS?|TEMPO|BECMG|NOSIG)\b.*$/, '');
}

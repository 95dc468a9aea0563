/** The time zone of the user's device. */
export const OWN_TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

const ALL = Intl.supportedValuesOf('timeZone');

export function isTimeZone(name: unknown): name is string {
  if (typeof name !== 'string') return false;
  try {
    return new Intl.DateTimeFormat(undefined, { timeZone: name }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}

/** The options of a select, likely ones first. */
export function TimeZoneOptions() {
  const likely = [...new Set([OWN_TIME_ZONE, 'UTC'])];
  return (
    <>
      {likely.map((name) => (
        <option key={name} value={name}>
          {name === OWN_TIME_ZONE && name !== 'UTC' ? `${name} (yours)` : name}
        </option>
      ))}
      <optgroup label="All time zones">
        {ALL.filter((name) => !likely.includes(name)).map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </optgroup>
    </>
  );
}

/** Something that must be announced once to everybody concerned. */
interface Happening {
  /** The event's type, and what distinguishes it from others of the type. */
  what: string;
  /** The subject; undefined if unknown because the response was lost. */
  whom: string | undefined;
  /** False if it may have happened, for example because a connection broke. */
  isCertain: boolean;
}

/** The soak's own record of what happened in the cluster, kept without asking the cluster. */
export class Happenings {
  constructor(private readonly all: Happening[] = []) {}

  note(what: string, whom: string): void {
    this.all.push({ what, whom, isCertain: true });
  }

  noteMaybe(what: string, whom?: string): void {
    this.all.push({ what, whom, isCertain: false });
  }

  and(others: Happenings): Happenings {
    return new Happenings([...this.all, ...others.all]);
  }

  /** Returns a copy in which happenings of a kind are uncertain. */
  butMaybe(what: string): Happenings {
    return new Happenings(
      this.all.map((happening) => (happening.what === what ? { ...happening, isCertain: false } : happening)),
    );
  }

  /** Returns the differences between this record and the announced events. `missing` events may still arrive. */
  differences(announced: readonly { what: string; whom: string }[]): {
    missing: string[];
    unexplained: string[];
  } {
    const missing: string[] = [];
    const unexplained: string[] = [];
    const nameless = count(this.all.filter(({ whom }) => whom === undefined).map(({ what }) => what));
    const certain = count(this.named((happening) => happening.isCertain));
    const possible = count(this.named(() => true));
    const told = count(announced.map(({ what, whom }) => `${what} ${whom}`));
    for (const [name, times] of certain)
      if ((told.get(name) ?? 0) < times)
        missing.push(`${name} was announced ${told.get(name) ?? 0} of ${times} times`);
    for (const { what, whom } of announced) {
      const name = `${what} ${whom}`;
      const left = possible.get(name) ?? 0;
      const leftNameless = nameless.get(what) ?? 0;
      if (left > 0) possible.set(name, left - 1);
      else if (leftNameless > 0) nameless.set(what, leftNameless - 1);
      else unexplained.push(`${name} was announced, and did not happen`);
    }
    return { missing, unexplained };
  }

  private named(isMeant: (happening: Happening) => boolean): string[] {
    return this.all
      .filter((happening) => happening.whom !== undefined && isMeant(happening))
      .map(({ what, whom }) => `${what} ${whom}`);
  }
}

function count(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** What a fault is to make fire. */
export interface Expected {
  must: readonly string[];
  /** What follows from it, or may, by the reason. */
  may: Readonly<Record<string, string>>;
}

/** Sentences about alerts that did not fire and should have, and the other way. */
export function verdict({ must, may }: Expected, fired: ReadonlySet<string>): string[] {
  const known = new Set([...must, ...Object.keys(may)]);
  return [
    ...must.filter((name) => !fired.has(name)).map((name) => `${name} did not fire`),
    ...[...fired].filter((name) => !known.has(name)).map((name) => `${name} fired`),
  ];
}

export interface Expected {
  must: readonly string[];
  /** Permitted consequential alerts, with reasons. */
  may: Readonly<Record<string, string>>;
}

export function verdict({ must, may }: Expected, fired: ReadonlySet<string>): string[] {
  const known = new Set([...must, ...Object.keys(may)]);
  return [
    ...must.filter((name) => !fired.has(name)).map((name) => `${name} did not fire`),
    ...[...fired].filter((name) => !known.has(name)).map((name) => `${name} fired`),
  ];
}

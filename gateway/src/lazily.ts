/** What takes a while to make, and is seldom asked for: made by the first who asks, then kept. */
export function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

export function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let before = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const now = [row];
    let least = row;
    for (let column = 1; column <= other.length; column++) {
      const exchanged = (before[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      const value = Math.min(exchanged, (before[column] ?? 0) + 1, (now[column - 1] ?? 0) + 1);
      now.push(value);
      least = Math.min(least, value);
    }
    if (least > most) return most + 1;
    before = now;
  }
  return before[other.length] ?? most + 1;
}

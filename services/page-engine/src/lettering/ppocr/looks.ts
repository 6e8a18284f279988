/** What several looks at a picture see, as one list. Plain functions. */
import { Nearby } from './nearby.js';
import { holdsMiddle, isOblong, steepness, type TurnedBox } from './turned-box.js';

/** Degrees from which the turned look counts, and from which it counts more than the level one. */
const ALONG = { counts: 40, better: 50 };
/** Share of a box's length that another one of the same lettering has at least. */
const AS_LONG = 0.7;
/** A box so oblong is a word: scraps in it, no longer than a letter, are its letters. */
const WORD = 2.5;

/**
 * Of the level look all but what runs along the sheet and is seen in the turned one as well: there it is in one piece
 * more often. Scraps of what the other look sees as a whole are left out.
 */
export function mergeLooks(level: readonly TurnedBox[], turned: readonly TurnedBox[]): TurnedBox[] {
  const along = turned.filter((box) => isOblong(box) && steepness(box) >= ALONG.counts);
  const nearAlong = neighbours(along);
  const kept = level.filter((box) => {
    if (isOblong(box) && steepness(box) > ALONG.better)
      return !nearAlong(box).some((other) => holdsMiddle(other, box) && other.long >= box.long * AS_LONG);
    return !nearAlong(box).some(
      (other) => other.long > other.short * WORD && holdsMiddle(other, box) && box.long < other.short * 1.2,
    );
  });
  const nearKept = neighbours(kept);
  const added = along.filter(
    (box) =>
      !nearKept(box).some(
        (other) =>
          holdsMiddle(other, box) &&
          (steepness(other) > ALONG.better
            ? other.long > box.long * AS_LONG
            : other.long > other.short * WORD && box.long < other.short * 1.5),
      ),
  );
  return [...kept, ...added];
}

/**
 * What is seen with what only a look from nearer sees, or sees in longer pieces: that takes the place of its own letters.
 *
 * @param nearer boxes in pixels of the same picture
 */
export function addCloser(seen: readonly TurnedBox[], nearer: readonly TurnedBox[]): TurnedBox[] {
  const nearSeen = neighbours(seen);
  const added = nearer.filter(
    (box) =>
      isOblong(box) && !nearSeen(box).some((other) => holdsMiddle(other, box) && other.long > box.long * AS_LONG),
  );
  const nearAdded = neighbours(added);
  const kept = seen.filter(
    (box) =>
      !nearAdded(box).some(
        (other) => other.long > other.short * WORD && holdsMiddle(other, box) && box.long < other.short * 1.2,
      ),
  );
  return [...kept, ...added];
}

/** Answers which boxes may hold the middle of another one. */
function neighbours(boxes: readonly TurnedBox[]): (box: TurnedBox) => readonly TurnedBox[] {
  const nearby = new Nearby<TurnedBox>();
  for (const box of boxes) nearby.add(box, box, Math.hypot(box.long, box.short) / 2);
  return (box) => nearby.at(box);
}

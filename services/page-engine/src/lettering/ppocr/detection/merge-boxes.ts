import { SpatialIndex } from '../spatial-index.js';
import { holdsMiddle, isOblong, steepness, type TurnedBox } from '../turned-box.js';

/** Degrees from which the rotated pass counts, and from which it is preferred. */
const ALONG = { counts: 40, better: 50 };
/** Minimum length ratio of two boxes of the same lettering. */
const AS_LONG = 0.7;
/** Aspect ratio of a word: scraps inside no longer than a letter are its letters. */
const WORD = 2.5;

/** Keeps level boxes except steep lettering also found by the rotated pass, which finds it in one piece more often. */
export function mergePasses(level: readonly TurnedBox[], turned: readonly TurnedBox[]): TurnedBox[] {
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
 * Adds boxes found only in the larger picture, or longer there; these replace their letters.
 *
 * @param nearer boxes in pixels of the same picture
 */
export function addEnlargedPass(seen: readonly TurnedBox[], nearer: readonly TurnedBox[]): TurnedBox[] {
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

/** Returns a lookup of boxes that may contain another one's centre. */
function neighbours(boxes: readonly TurnedBox[]): (box: TurnedBox) => readonly TurnedBox[] {
  const nearby = new SpatialIndex<TurnedBox>();
  for (const box of boxes) nearby.add(box, box, Math.hypot(box.long, box.short) / 2);
  return (box) => nearby.at(box);
}

import { currentDecision } from '../../evidence/annotation-records.js';
import type { Annotation } from '../../evidence/annotation-records.js';

/** Milliseconds between two decisions; longer gaps are interruptions. */
const MAX_LOOK_MS = 120_000;

const PACED_FROM = 3;

/**
 * Decisions per minute; null if too few.
 * @param times of the decisions, milliseconds since 1970, ascending
 */
export function paceOf(startedAt: number, times: readonly number[]): number | null {
  if (times.length < PACED_FROM) return null;
  let spent = 0;
  let before = startedAt;
  for (const time of times) {
    spent += Math.min(Math.max(time - before, 0), MAX_LOOK_MS);
    before = time;
  }
  return times.length / (Math.max(spent, 1000) / 60_000);
}

/** In words. */
export function remainingText(open: number, pace: number): string {
  const minutes = Math.ceil(open / pace);
  if (minutes <= 1) return 'about 1 min left';
  if (minutes < 60) return `about ${minutes} min left`;
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return rest === 0 ? `about ${hours} h left` : `about ${hours} h ${rest} min left`;
}

/** Without undone decisions. */
export function decidedOn(day: Date, authorId: string, annotations: readonly Annotation[]): number {
  const text = day.toDateString();
  return annotations.filter((annotation) => {
    const decision = currentDecision(annotation);
    return decision?.author_id === authorId && new Date(decision.decided_at).toDateString() === text;
  }).length;
}

import type { Project } from '../../lib/project/project-context.js';

const DAY_MS = 86_400_000;
/** Days before the due date from which it is near. */
const NEAR_DAYS = 7;

export interface DueState {
  urgency: 'overdue' | 'near';
  /** `Overdue by 31 days`, `Due tomorrow` */
  words: string;
}

/** Undefined while there is time, without a date, and for a completed project. */
export function dueState(project: Pick<Project, 'due_date' | 'status'>, now = new Date()): DueState | undefined {
  const [year, month, day] = (project.due_date ?? '').slice(0, 10).split('-').map(Number);
  if (!year || !month || !day || project.status === 'completed') return undefined;
  // in UTC every day has 24 hours
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  const days = Math.round((Date.UTC(year, month - 1, day) - today) / DAY_MS);
  if (days > NEAR_DAYS) return undefined;
  if (days < 0) return { urgency: 'overdue', words: `Overdue by ${-days} ${days === -1 ? 'day' : 'days'}` };
  if (days < 2) return { urgency: 'near', words: days === 0 ? 'Due today' : 'Due tomorrow' };
  return { urgency: 'near', words: `Due in ${days} days` };
}

import { dueState } from './due-date.js';

const now = new Date(2026, 10, 27, 23, 30);
const words = (due_date: string | null, status: 'setup' | 'completed' = 'setup') =>
  dueState({ due_date, status }, now)?.words;

describe('a due date', () => {
  it.each([
    ['2026-10-27', 'Overdue by 31 days'],
    ['2026-11-26', 'Overdue by 1 day'],
    ['2026-11-27', 'Due today'],
    ['2026-11-28', 'Due tomorrow'],
    ['2026-12-04', 'Due in 7 days'],
    ['2026-12-05', undefined],
    ['2027-11-27', undefined],
    ['', undefined],
    [null, undefined],
  ])('%s has the words: %s', (due, expected) => {
    expect(words(due)).toBe(expected);
  });

  it('of a completed project is neither near nor overdue', () => {
    expect(words('2026-10-27', 'completed')).toBeUndefined();
  });
});

import { z } from 'zod';
import { AppError } from './errors.js';
import { isCalendarDate, parseFields } from './fields.js';

const schema = z.object({
  dueDate: z.string().min(1, 'Due date is required'),
  title: z
    .string()
    .min(3, 'too short')
    .regex(/^[a-z]+$/, 'letters only'),
});

describe('parseFields', () => {
  it('answers the checked input', () => {
    expect(parseFields(schema, { dueDate: '2026-01-01', title: 'abc' })).toEqual({
      dueDate: '2026-01-01',
      title: 'abc',
    });
  });

  it('names every bad field at once, in snake_case, each with its first problem', () => {
    let thrown: unknown;
    try {
      parseFields(schema, { dueDate: '', title: '1' });
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(AppError);
    expect(thrown).toMatchObject({
      code: 'INVALID_ARGUMENT',
      reason: 'invalid_fields',
      message: 'Due date is required',
      fields: { due_date: 'Due date is required', title: 'too short' },
    });
  });
});

describe('isCalendarDate', () => {
  it.each(['2026-02-28', '2024-02-29', '1999-12-31'])('takes %s', (text) => {
    expect(isCalendarDate(text)).toBe(true);
  });

  it.each(['2026-02-29', '2026-13-01', '2026-00-10', '26-01-01', '2026-1-1', '2026-01-01T00:00:00Z', '', 'soon'])(
    'refuses %j',
    (text) => {
      expect(isCalendarDate(text)).toBe(false);
    },
  );
});

import { z } from 'zod';
import { AppError } from './errors.js';
import { isCalendarDate, isTimeOfDay, newValues, parseFields } from './fields.js';

const schema = z.object({
  dueDate: z.string().min(1, 'Due date is required'),
  title: z
    .string()
    .min(3, 'too short')
    .regex(/^[a-z]+$/, 'letters only'),
});

describe('parseFields', () => {
  it('returns the validated input', () => {
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
  it.each(['2026-02-28', '2024-02-29', '1999-12-31'])('accepts %s', (text) => {
    expect(isCalendarDate(text)).toBe(true);
  });

  it.each(['2026-02-29', '2026-13-01', '2026-00-10', '26-01-01', '2026-1-1', '2026-01-01T00:00:00Z', '', 'soon'])(
    'refuses %j',
    (text) => {
      expect(isCalendarDate(text)).toBe(false);
    },
  );
});

describe('a change of a row', () => {
  interface Row {
    title?: string;
    path?: string | undefined;
    open?: boolean | undefined;
    tags?: string[];
  }
  const row: Row = {
    title: 'a',
    open: true,
    tags: ['x'],
  };

  it.each<Partial<Row>>([{}, { title: 'a' }, { path: undefined }, { title: 'a', open: true }, { tags: ['x'] }])(
    'is empty when it contains %j',
    (change) => {
      expect(newValues(row, change)).toBeUndefined();
    },
  );

  it.each<Partial<Row>>([{ title: 'b' }, { title: 'a', path: '/' }, { open: undefined }, { tags: ['x', 'y'] }])(
    'is %j when one value is new',
    (change) => {
      expect(newValues(row, change)).toBe(change);
    },
  );

  it.each([
    [{}, true],
    [{ text: 'a', list: ['x'] }, true],
    [{ at: new Date(5), place: { type: 'Point', coordinates: [1, 2] } }, true],
    [{ none: undefined }, true],
    [{ text: 'b' }, false],
    [{ list: ['x', 'y'] }, false],
    [{ at: new Date(6) }, false],
    [{ text: undefined }, false],
  ])('%j equals the values of a row with dates and nested objects: %s', (values, same) => {
    const stored: object = {
      text: 'a',
      list: ['x'],
      at: new Date(5),
      place: { type: 'Point', coordinates: [1, 2] },
      none: undefined,
    };
    expect(newValues(stored, values) === undefined).toBe(same);
  });
});

it.each([
  ['00:00', true],
  ['23:59', true],
  ['24:00', false],
  ['9:00', false],
  ['09:60', false],
  ['09:00:00', false],
  ['', false],
])('%j as a time of day: %j', (text, expected) => {
  expect(isTimeOfDay(text)).toBe(expected);
});

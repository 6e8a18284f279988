import { textWithin, touches } from './areas.js';

const area = { x: 100, y: 100, width: 50, height: 50 };
const word = (text: string, x: number, line: number) => ({ text, x, y: 110, width: 20, height: 10, line, turned: 0 });

it('keeps the words whose middle is in an area, in their lines', () => {
  const words = [word('A1', 60, 0), word('B2', 95, 0), word('C3', 120, 0), word('D4', 130, 1)];
  const page = { text: 'A1 B2 C3\nD4', words };
  expect(textWithin(page, [area])).toEqual({ text: 'B2 C3\nD4', words: words.slice(1) });
  expect(textWithin(page, undefined)).toEqual(page);
});

it('touches by their rectangles, and everything without areas', () => {
  expect(touches({ x: 0, y: 0, width: 101, height: 101 }, [area])).toBe(true);
  expect(touches({ x: 0, y: 0, width: 100, height: 100 }, [area])).toBe(false);
  expect(touches({ x: 0, y: 0, width: 1, height: 1 }, undefined)).toBe(true);
});

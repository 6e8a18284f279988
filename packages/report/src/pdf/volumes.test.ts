import type { Chapter, FigureBlock } from '../content/model.js';
import { volumesOf } from './volumes.js';

const figure = (number: number): FigureBlock => ({
  ...{ kind: 'figure', number, title: '', file: '', width_in: 1, height_in: 1, alt: '', caption: [] },
});
const chapter = (title: string, numbers: number[]): Chapter => ({
  ...{ key: 'figures', title, starts_page: true },
  blocks: [...(numbers[0] === 1 ? [{ kind: 'heading' as const, title }] : []), ...numbers.map(figure)],
});

it('a report with few pictures is one volume', () => {
  expect(volumesOf({ chapters: [chapter('A', [1, 2, 3])] }, 3)).toMatchObject([
    { name: undefined, figures: [1, 2, 3] },
  ]);
});

it('a report with more pictures is split within a chapter, or between two', () => {
  const split = (chapters: Chapter[]) =>
    volumesOf({ chapters }, 3).map(({ name, chapters: parts, figures }) => [
      name,
      parts.map(({ title }) => title),
      figures,
    ]);
  expect(split([chapter('A', [1, 2, 3, 4]), chapter('B', [5])])).toEqual([
    ['Volume 1 of 2', ['A'], [1, 2, 3]],
    ['Volume 2 of 2', ['A (continued)', 'B'], [4, 5]],
  ]);
  expect(split([chapter('A', [1, 2, 3]), chapter('B', [4])])).toEqual([
    ['Volume 1 of 2', ['A'], [1, 2, 3]],
    ['Volume 2 of 2', ['B'], [4]],
  ]);
});

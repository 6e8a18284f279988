import type { Position } from './model.js';
import { streetLines, type DegreeBox } from './street-lines.js';

const BOX: DegreeBox = [0, 0, 10, 10];
const block = (street: string, ...path: Position[]) => ({ street, path });

it('consecutive blocks of a street are one line, whatever their order, direction and spelling', () => {
  const blocks = [
    block('Main St', [1, 1], [2, 1]),
    block('Main Street', [3, 2], [2, 1]),
    block('Main St', [3, 2], [4, 2]),
    block('Oak Ave', [2, 1], [2, 3]),
  ];
  const lines = [
    {
      name: 'Main St',
      line: [
        [1, 1],
        [2, 1],
        [3, 2],
        [4, 2],
      ],
    },
    {
      name: 'Oak Ave',
      line: [
        [2, 1],
        [2, 3],
      ],
    },
  ];
  expect(streetLines(blocks, BOX)).toEqual(lines);
  expect(streetLines(blocks.toReversed(), BOX)).toEqual(lines);
});

it('the two sides of a block are one line, and three blocks that meet are three', () => {
  const sides = [block('Main St', [1, 1], [2, 1]), block('Main St', [2, 1], [1, 1])];
  expect(streetLines(sides, BOX)).toHaveLength(1);
  const fork = [block('Main St', [1, 1], [2, 1]), block('Main St', [2, 1], [3, 1]), block('Main St', [2, 1], [2, 2])];
  expect(streetLines(fork, BOX)).toHaveLength(3);
});

it('a loop is one line', () => {
  const loop = [block('Elm Circle', [1, 1], [2, 1], [2, 2]), block('Elm Circle', [2, 2], [1, 2], [1, 1])];
  const [line, ...others] = streetLines(loop, BOX);
  expect([line?.line.length, others]).toEqual([5, []]);
});

it.each<[string, Position[], Position[][]]>([
  [
    'through the box',
    [
      [-5, 5],
      [15, 5],
    ],
    [
      [
        [0, 5],
        [10, 5],
      ],
    ],
  ],
  [
    'out of the box and back',
    [
      [1, 9],
      [2, 11],
      [3, 9],
    ],
    [
      [
        [1, 9],
        [1.5, 10],
      ],
      [
        [2.5, 10],
        [3, 9],
      ],
    ],
  ],
  [
    'beside the box',
    [
      [11, 1],
      [12, 9],
    ],
    [],
  ],
  [
    'past a corner of the box',
    [
      [9, -2],
      [12, 1],
    ],
    [],
  ],
  [
    'of one point',
    [
      [1, 1],
      [1, 1],
    ],
    [],
  ],
  [
    'with long decimals',
    [
      [1.123456789, 1],
      [2, 1],
    ],
    [
      [
        [1.1234568, 1],
        [2, 1],
      ],
    ],
  ],
])('a path %s is clipped', (_, path, lines) => {
  expect(streetLines([block('Main St', ...path)], BOX).map(({ line }) => line)).toEqual(lines);
});

it('a box with too many corners has no lines', () => {
  const path = Array.from({ length: 20_001 }, (_, at): Position => [1 + at * 1e-5, 1 + (at % 2)]);
  expect(streetLines([block('Main St', ...path)], BOX)).toEqual([]);
});

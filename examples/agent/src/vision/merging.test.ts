import type { Finding } from './answers.js';
import { mergedFindings } from './merging.js';
import type { Box } from './regions.js';

const PAGE = { width: 1_900, height: 1_000 };
const WEST = { x: 0, y: 0, width: 1_000, height: 1_000 };
const EAST = { x: 900, y: 0, width: 1_000, height: 1_000 };

const finding = (box: Box, more: Partial<Finding> = {}): Finding => ({
  box,
  landUse: 'gasoline_station',
  name: '',
  seen: 'Tanks.',
  transcription: '',
  confidence: 0.5,
  ...more,
});
const merged = (west: Finding[], east: Finding[]): Finding[] =>
  mergedFindings(
    [
      { region: WEST, findings: west },
      { region: EAST, findings: east },
    ],
    PAGE,
  );

describe('findings of neighbouring regions', () => {
  it('are one where both show it whole; the surer one describes it', () =>
    expect(
      merged(
        [finding({ x: 910, y: 100, width: 60, height: 40 }, { transcription: 'GAS' })],
        [finding({ x: 914, y: 98, width: 60, height: 44 }, { confidence: 0.9, seen: 'Three tanks.' })],
      ),
    ).toEqual([
      finding(
        { x: 910, y: 98, width: 64, height: 44 },
        { confidence: 0.9, seen: 'Three tanks.', transcription: 'GAS' },
      ),
    ]));

  it('are one where a border cuts it in both', () =>
    expect(
      merged(
        [finding({ x: 700, y: 100, width: 300, height: 40 })],
        [finding({ x: 900, y: 100, width: 400, height: 40 })],
      ).map(({ box }) => box),
    ).toEqual([{ x: 700, y: 100, width: 600, height: 40 }]));

  it('stay apart with other land uses or other places', () => {
    const box = { x: 910, y: 100, width: 60, height: 40 };
    expect(merged([finding(box)], [finding(box, { landUse: 'dry_cleaner' })])).toHaveLength(2);
    expect(merged([finding(box)], [finding({ ...box, y: 400 })])).toHaveLength(2);
  });

  it('stay apart where whole neighbours overlap a little', () =>
    expect(
      merged(
        [finding({ x: 905, y: 100, width: 50, height: 40 })],
        [finding({ x: 935, y: 100, width: 50, height: 40 })],
      ),
    ).toHaveLength(2));

  it('of one answer are one only where they nearly coincide', () => {
    const box = { x: 100, y: 100, width: 100, height: 100 };
    expect(merged([finding(box), finding({ ...box, x: 102 })], [])).toHaveLength(1);
    expect(merged([finding(box), finding({ ...box, x: 140 })], [])).toHaveLength(2);
  });

  it('are one where a third connects them', () =>
    expect(
      merged(
        [finding({ x: 900, y: 100, width: 40, height: 40 }), finding({ x: 935, y: 100, width: 40, height: 40 })],
        [finding({ x: 901, y: 100, width: 75, height: 40 })],
      ),
    ).toHaveLength(1));
});

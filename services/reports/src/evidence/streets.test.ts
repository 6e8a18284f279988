import type { FindStreetLinesRequest, FindStreetLinesResponse } from '@symbio/proto/document';
import type { EvidenceBoundary } from '@symbio/report';
import { sampleEvidence } from '@symbio/report/testing';
import { streetsOf } from './streets.js';

const PARENT = { token: '', requestId: '' };
const NO_LINES: FindStreetLinesResponse = { lines: [], fileNames: [] };
const evidence = { ...sampleEvidence(), features: [], mentions: [] };

function clientOf(answer: FindStreetLinesResponse) {
  const asked: Partial<FindStreetLinesRequest>[] = [];
  const findStreetLines = (request: Partial<FindStreetLinesRequest>) => {
    asked.push(request);
    return Promise.resolve(answer);
  };
  return { asked, clients: { document: { findStreetLines } } };
}

it('a version carries the streets within its site plan, with their files', async () => {
  const { asked, clients } = clientOf({
    lines: [{ name: 'Main Street', degrees: [-75.1660000004, 39.9519, -75.164, 39.9518] }],
    fileNames: ['streets.zip'],
  });
  expect(await streetsOf(clients, evidence, PARENT)).toEqual({
    streets: [
      {
        name: 'Main Street',
        line: [
          [-75.166, 39.9519],
          [-75.164, 39.9518],
        ],
      },
    ],
    street_files: ['streets.zip'],
  });
  const [west = NaN, south = NaN, east = NaN, north = NaN] = asked[0]?.bbox ?? [];
  // the boundary and the margin of the plan, about 90 feet
  expect([west < -75.1663, south < 39.9518, east > -75.1637, north > 39.9542]).toEqual([true, true, true, true]);
  expect([west > -75.168, south > 39.951, east < -75.162, north < 39.955]).toEqual([true, true, true, true]);
});

it('a version without known streets has none', async () => {
  expect(await streetsOf(clientOf(NO_LINES).clients, evidence, PARENT)).toEqual({});
});

it.each<[string, EvidenceBoundary | undefined]>([
  ['without a boundary', undefined],
  [
    'across the 180th meridian',
    {
      ...{ area_acres: 1, perimeter_ft: 1 },
      polygons: [
        [
          [
            [179.999, 52],
            [-179.999, 52],
            [-179.999, 52.001],
            [179.999, 52],
          ],
        ],
      ],
    },
  ],
])('a property %s asks for no streets', async (_, boundary) => {
  const { asked, clients } = clientOf(NO_LINES);
  const { boundary: __, ...rest } = evidence;
  expect(await streetsOf(clients, { ...rest, ...(boundary && { boundary }) }, PARENT)).toEqual({});
  expect(asked).toEqual([]);
});

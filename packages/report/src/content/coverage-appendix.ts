import type { Block, Text } from './model.js';
import { heading } from './prose.js';
import type { Sources } from './sources.js';
import { AREA_NAMES, COVERAGE_STATES, wordsOf } from './words.js';

/** What people stated about sources, with reasons, and all gaps; empty if there are none. */
export function coverageAppendix({ evidence: { coverage, gaps } }: Sources): Block[] {
  const stated = coverage.rows.flatMap(({ source, area, cells }) =>
    cells.flatMap(({ state, note }, at): Text[][] =>
      state !== undefined && note !== undefined
        ? [
            [
              [source],
              [AREA_NAMES[area]],
              [`${coverage.decades[at] ?? ''}s`],
              [wordsOf(COVERAGE_STATES[state])],
              [note],
            ],
          ]
        : [],
    ),
  );
  const judged = { true: 'Yes', false: 'No', undefined: 'Not judged' };
  return [
    ...(stated.length > 0
      ? [
          heading('Stated coverage'),
          {
            kind: 'table' as const,
            columns: [
              { title: 'Source', width: 2 },
              { title: 'Area', width: 1.1 },
              { title: 'Decade', width: 0.9 },
              { title: 'State', width: 1.4 },
              { title: 'Reason', width: 4 },
            ],
            rows: stated,
          },
        ]
      : []),
    ...(gaps.length > 0
      ? [
          heading('Data gaps'),
          {
            kind: 'table' as const,
            columns: [
              { title: 'Gap', width: 2.4 },
              { title: 'Tried', width: 2.4 },
              { title: 'Significant', width: 1.2 },
              { title: 'Reason', width: 2.4 },
              { title: 'Effect', width: 2.4 },
            ],
            rows: gaps.map(({ title, tried, significant, reason, effect }) => [
              ...[[title], [tried], [judged[`${significant}`]], [reason], [effect]],
            ]),
          },
        ]
      : []),
  ];
}

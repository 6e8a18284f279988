import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderScreen } from '../../testing/render.js';
import { AlignmentNote } from './alignment-note.js';
import type { TimeSheet } from './time-sheet.js';
import type { PairAlignment } from './use-alignment.js';

const fit = { a: 1, b: 0, x: 0, y: 0 } as unknown as PairAlignment['fit'];
const found = (changes: Partial<PairAlignment>): PairAlignment => ({
  ...{ alignment: { pairs: [], base: null }, fit, stored: null, offers: [], isLoading: false, failure: null },
  ...{ isKnown: true, maySave: true, save: () => Promise.resolve() },
  ...changes,
});

it('leads from sheets that are not aligned to aligning them', async () => {
  const onAlign = jest.fn();
  const sheet = {} as TimeSheet;
  const { user } = renderScreen(
    <AlignmentNote found={found({})} second={sheet} isOwn={false} onProject={() => undefined} onAlign={onAlign} />,
  );
  screen.getByText(/^Not aligned\./);
  await user.click(screen.getByRole('button', { name: 'Align now' }));
  expect(onAlign).toHaveBeenCalledTimes(1);
});

it('offers nothing while the alignment is loading', () => {
  const sheet = {} as TimeSheet;
  renderScreen(
    <AlignmentNote
      found={found({ isLoading: true })}
      second={sheet}
      isOwn={false}
      onProject={() => undefined}
      onAlign={() => undefined}
    />,
  );
  expect(screen.queryByRole('button', { name: 'Align now' })).toBeNull();
});

import { toHistoryRecord } from './mapping.js';
import type { HistoryRow } from './repository.js';

it('a record that confirms a finding does not deny it, whichever version wrote it', () => {
  const narrative = '"GAS" is lettered on page 3. Read by a program; not confirmed.';
  const said = (useType: HistoryRow['useType']) => toHistoryRecord({ narrative, useType } as HistoryRow).narrative;
  expect(said('confirmed')).toBe('"GAS" is lettered on page 3. Found by Symbio Spotter.');
  expect(said('suspected')).toBe('"GAS" is lettered on page 3. Found by Symbio Spotter; not confirmed.');
});

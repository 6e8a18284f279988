import { suggestedLandUses } from './suggested-land-uses.js';

const uses = (text: string) => suggestedLandUses(text).map(({ value }) => value);

describe('Land uses suggested by a label', () => {
  it.each([
    ['Consolidated Gas Co., gas works', 'manufactured_gas_plant'],
    ['GAS HOLDER', 'gas_holder_site'],
    ['Smith’s Dry Cleaners', 'dry_cleaner'],
    ['FOUN0RY', 'foundry_smelter'],
  ])('%s suggests %s', (label, use) => {
    expect(uses(label)).toContain(use);
  });

  it('are none for other words, and at most three', () => {
    expect(uses('label')).toEqual([]);
    expect(uses('')).toEqual([]);
    expect(uses('DRY CLEANERS FOUNDRY TANNERY LANDFILL GAS STATION').length).toBeLessThanOrEqual(3);
  });

  it('have their labels and contaminants (OP-26)', () => {
    expect(suggestedLandUses('TANNERY')[0]).toMatchObject({ value: 'tannery_leather_works' });
  });
});

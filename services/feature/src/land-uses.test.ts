import { LAND_USES, isLandUse, nearestLandUses } from './land-uses.js';

const VALUES =
  'agriculture, airport, ash_disposal, auto_repair, body_shop, cemetery, chemical_manufacturing, chemical_warehouse, coal_storage, dry_cleaner, dump, electrical_substation, fire_training_area, foundry_smelter, fuel_storage, funeral_home_mortuary, gas_holder_site, gas_station, hospital, ice_rink_historic, incinerator, industrial_facility, laboratory, landfill, lumber_yard, maintenance_facility, manufactured_gas_plant, manufacturing, metal_plating, military_installation, mining_quarry, other, pesticide_storage_mixing_site, power_plant, printing_facility, rail_yard, research_facility, residential, shooting_range, tannery_leather_works, textile_facility, transformer_storage_yard, wastewater_treatment_plant, wood_treatment'.split(
    ', ',
  );

describe('Land uses', () => {
  it('are the 44 values of the list, in its order (DATA-15)', () => {
    expect(VALUES).toHaveLength(44);
    expect(LAND_USES.map(({ value }) => value)).toEqual(VALUES);
  });

  it.each(LAND_USES.map((entry) => [entry.value, entry] as const))(
    '%s has a label, contaminants and a note (OP-26)',
    (_, entry) => {
      expect(entry.label).toMatch(/^[A-Z].{2,}/);
      expect(entry.typicalContaminants.length).toBeGreaterThan(20);
      expect(entry.frequencyNote.length).toBeGreaterThan(20);
    },
  );

  it('share no label and no note', () => {
    expect(new Set(LAND_USES.map(({ label }) => label)).size).toBe(44);
    expect(new Set(LAND_USES.map(({ frequencyNote }) => frequencyNote)).size).toBe(44);
  });

  it('know their values from other texts', () => {
    expect(VALUES.every(isLandUse)).toBe(true);
    expect(['', 'Gas station', 'toString', 'gas_stations'].some(isLandUse)).toBe(false);
  });

  it.each([
    ['Dry cleaning', 'dry_cleaner'],
    ['gas', 'gas_station'],
    ['LUMBERYARD', 'lumber_yard'],
    ['former landfill (closed)', 'landfill'],
    ['tannery', 'tannery_leather_works'],
  ])('nearest to "%s" is %s', (text, value) => {
    expect(nearestLandUses(text)[0]).toBe(value);
    expect(nearestLandUses(text)).toHaveLength(3);
  });

  it('are compared with any text in no time', () => {
    for (const text of ['', '💧', 'x'.repeat(100_000)]) expect(nearestLandUses(text)).toHaveLength(3);
  });
});

/** 1 is the riskiest. */
export type RiskRank = 1 | 2 | 3 | 4;

/**
 * Environmental risk of a land use on or near a property; orders reviews and labels on a sheet.
 *
 * 1. Substances that move with groundwater or persist in the ground, in quantity: chlorinated solvents (dry cleaning,
 * plating), coal tar (gas works and their holders), fuel in buried tanks, creosote, pesticides, unlined waste,
 * firefighting foam.
 * 2. Routine use of solvents, metals, fuels, PCBs or ash, usually in smaller amounts or on the surface; also vague
 * terms (a factory without a trade).
 * 3. Some hazardous materials, seldom in amounts that reach a neighbour.
 * 4. Relevant only for the history of the property.
 */
const RANKS: Readonly<Record<string, RiskRank>> = {
  chemical_manufacturing: 1,
  dry_cleaner: 1,
  dump: 1,
  fire_training_area: 1,
  fuel_storage: 1,
  gas_holder_site: 1,
  gas_station: 1,
  landfill: 1,
  manufactured_gas_plant: 1,
  metal_plating: 1,
  pesticide_storage_mixing_site: 1,
  wood_treatment: 1,

  airport: 2,
  ash_disposal: 2,
  auto_repair: 2,
  body_shop: 2,
  chemical_warehouse: 2,
  coal_storage: 2,
  electrical_substation: 2,
  foundry_smelter: 2,
  incinerator: 2,
  industrial_facility: 2,
  maintenance_facility: 2,
  manufacturing: 2,
  military_installation: 2,
  mining_quarry: 2,
  power_plant: 2,
  printing_facility: 2,
  rail_yard: 2,
  shooting_range: 2,
  tannery_leather_works: 2,
  textile_facility: 2,
  transformer_storage_yard: 2,

  agriculture: 3,
  cemetery: 3,
  funeral_home_mortuary: 3,
  hospital: 3,
  ice_rink_historic: 3,
  laboratory: 3,
  lumber_yard: 3,
  other: 3,
  research_facility: 3,
  wastewater_treatment_plant: 3,

  residential: 4,
};

export const RISK_LABELS: Readonly<Record<RiskRank, string>> = {
  1: 'High risk',
  2: 'Medium risk',
  3: 'Low risk',
  4: 'No known risk',
};

/** An unnamed use could be anything, so it ranks second rather than last. */
const UNKNOWN: RiskRank = 2;

export const RANKED_LAND_USES: readonly string[] = Object.keys(RANKS);

/** DATA-15; missing and unlisted uses get the rank of the unknown. */
export function riskRank(landUse: string | null): RiskRank {
  return landUse !== null && Object.hasOwn(RANKS, landUse) ? (RANKS[landUse] ?? UNKNOWN) : UNKNOWN;
}

export const highestRisk = (landUses: readonly string[]): RiskRank =>
  landUses.map(riskRank).reduce<RiskRank | null>((most, rank) => (most === null || rank < most ? rank : most), null) ??
  UNKNOWN;

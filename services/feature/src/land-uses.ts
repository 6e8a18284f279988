import { distance } from 'fastest-levenshtein';
import type { LandUse } from '@symbio/proto/feature';

/**
 * The 44 land uses (DATA-15) with what a Phase I assessment (ASTM E1527) looks for, shown as select help (OP-26).
 * Values and order are the specification's; the rest is general domain knowledge.
 */
const TABLE = {
  agriculture: [
    'Agriculture',
    'Organochlorine pesticides (DDT, dieldrin, chlordane), lead arsenate in old orchards, herbicides, nitrate, diesel from farm tanks',
    'Very common at the edge of towns and under later housing; orchards and row crops before 1980 deserve the closest look',
  ],
  airport: [
    'Airport',
    'Jet fuel and avgas (BTEX, tetraethyl lead), PFAS from fire-fighting foam, chlorinated solvents from maintenance, glycol de-icers',
    'Uncommon, but plumes reach far beyond the fence; check any airfield within a mile, also closed military ones',
  ],
  ash_disposal: [
    'Ash disposal',
    'Arsenic, lead, mercury, selenium, boron, PAHs; dioxins and furans in incinerator ash',
    'Occasional, as fill beside power plants, rail yards and incinerators; rarely labeled on maps',
  ],
  auto_repair: [
    'Auto repair',
    'Used oil, gasoline and diesel (BTEX, MTBE), degreasing solvents (TCE, PCE), antifreeze, battery acid and lead',
    'Very common on commercial streets since the 1910s; look for floor drains, hydraulic lifts and waste-oil tanks',
  ],
  body_shop: [
    'Body shop',
    'Paint thinners (toluene, xylenes, MEK), chromium, lead and cadmium pigments, isocyanates, degreasing solvents',
    'Common, often behind or beside a repair garage and seldom named apart from it',
  ],
  cemetery: [
    'Cemetery',
    'Arsenic (embalming before about 1910), formaldehyde, mercury, lead from caskets, nitrogen compounds and pathogens, landscaping pesticides',
    'Common on old maps, seldom a recognized condition; matters most with shallow groundwater or a maintenance yard',
  ],
  chemical_manufacturing: [
    'Chemical manufacturing',
    'Product-specific: chlorinated and aromatic solvents, acids and alkalis, heavy metals, pesticides, PFAS, dioxins',
    'Uncommon, almost always significant; expect several regulatory files and large plumes',
  ],
  chemical_warehouse: [
    'Chemical warehouse',
    'Spills of what was stored: solvents, acids, caustics, pesticides, oxidisers; PFAS where fires were fought with foam',
    'Occasional in industrial and port districts; tenants and stock changed often, so ask for inventories',
  ],
  coal_storage: [
    'Coal storage',
    'PAHs, arsenic, sulphate and acidic leachate, heavy metals in coal dust and ash',
    'Very common on fire insurance maps before 1950, along rail spurs; usually shallow and limited in extent',
  ],
  dry_cleaner: [
    'Dry cleaner',
    'Tetrachloroethene (PCE) and its breakdown products TCE, cis-1,2-DCE and vinyl chloride; Stoddard solvent and petroleum naphtha before the 1960s',
    'Very common in shopping streets; one of the most frequent causes of vapor intrusion, also for neighbors',
  ],
  dump: [
    'Dump',
    'Mixed: heavy metals, petroleum, PCBs, solvents, asbestos, methane and hydrogen sulphide',
    'Common in ravines, wetlands and pits before 1970; unlined and undocumented, seen best on aerial photographs',
  ],
  electrical_substation: [
    'Electrical substation',
    'PCBs in transformer oil made before 1979, mineral oil, herbicides and arsenic used against weeds, sulfuric acid and lead from battery rooms',
    'Common; releases are mostly shallow and on the lot itself',
  ],
  fire_training_area: [
    'Fire training area',
    'PFAS (PFOS, PFOA) from aqueous film-forming foam, burned fuels and solvents (BTEX, TCE), PAHs, dioxins',
    'Uncommon: at airports, military bases and fire academies; PFAS plumes are long and reach drinking water',
  ],
  foundry_smelter: [
    'Foundry or smelter',
    'Lead, arsenic, cadmium, zinc, copper, chromium; spent moulding sand with phenols and PAHs, acid slag leachate',
    'Common in industrial cities before 1960; airborne lead reached whole neighborhoods',
  ],
  fuel_storage: [
    'Fuel storage',
    'Gasoline, diesel and heating oil (BTEX, naphthalene, PAHs), MTBE, tetraethyl lead',
    'Very common, above and below ground; a tank without closure records is a frequent recognized environmental condition',
  ],
  funeral_home_mortuary: [
    'Funeral home or mortuary',
    'Formaldehyde, glutaraldehyde, methanol, phenol, mercury; arsenic before about 1910',
    'Common in towns, seldom a concern unless wastes went to a septic tank or dry well',
  ],
  gas_holder_site: [
    'Gas holder site',
    'Coal tar in the holder base, PAHs, benzene, cyanide in purifier waste, phenols, lead paint and PCB-sealed tanks',
    'Occasional in towns lit by gas (1850 to 1950); shown as circles on fire insurance maps and often far from the gas works',
  ],
  gas_station: [
    'Gas station',
    'Gasoline and diesel (BTEX, MTBE, naphthalene), tetraethyl lead before 1990, used oil, solvents from service bays',
    'The most frequent concern of all: corner lots since the 1920s, many with forgotten underground tanks',
  ],
  hospital: [
    'Hospital',
    'Heating oil and generator fuel, mercury, solvents and formaldehyde from laboratories, incinerator ash, medical and radioactive waste',
    'Occasional; the usual finding is a fuel tank or an old incinerator',
  ],
  ice_rink_historic: [
    'Ice rink (historic)',
    'Ammonia, calcium chloride brine, ethylene glycol, compressor oil (with PCBs before 1979), CFC refrigerants',
    'Rare, and mostly a limited concern around the refrigeration plant',
  ],
  incinerator: [
    'Incinerator',
    'Dioxins and furans, lead, mercury, cadmium, arsenic, PAHs in ash and in soil downwind',
    'Uncommon; municipal, hospital and apartment incinerators before 1970, with ash often buried on the lot',
  ],
  industrial_facility: [
    'Industrial facility',
    'Depends on the process: chlorinated solvents, petroleum, heavy metals, PCBs, acids; PFAS in coatings and platings',
    'Very common wherever zoning allowed it; find out what was made, when and by whom before judging',
  ],
  laboratory: [
    'Laboratory',
    'Solvents (chloroform, methylene chloride, acetone), acids, mercury, formaldehyde, radionuclides; releases through sinks and dry wells',
    'Occasional; small quantities but many substances',
  ],
  landfill: [
    'Landfill',
    'Methane and other landfill gas, leachate with metals, ammonia and VOCs, PFAS, PCBs, vinyl chloride',
    'Common near every town; gas moves sideways, so also landfills off the property within about 500 m matter',
  ],
  lumber_yard: [
    'Lumber yard',
    'Pentachlorophenol and copper chromated arsenic from dipping and treated stock, petroleum from saws and trucks, herbicides',
    'Common along railroads before 1950; most only sold wood: a treatment tank or dip shed makes the difference',
  ],
  maintenance_facility: [
    'Maintenance facility',
    'Used oil, fuels (BTEX, PAHs), degreasing solvents (TCE, PCE), antifreeze, paints, road salt and herbicides',
    'Common: public works yards, bus garages, golf courses, campuses; nearly all had tanks and a wash rack',
  ],
  manufactured_gas_plant: [
    'Manufactured gas plant',
    'Coal tar (PAHs, naphthalene, benzene), cyanide and sulfur in purifier boxes, phenols, arsenic, ammonia liquor',
    'Almost every town of 5,000 people had one between 1850 and 1950; uncommon on a given site, nearly always severe',
  ],
  manufacturing: [
    'Manufacturing',
    'Cutting oils, chlorinated solvents (TCE, 1,1,1-TCA), metals, plating acids, PCBs in equipment, fuels; 1,4-dioxane and PFAS',
    'Very common in older towns; small machine shops caused as many solvent plumes as large plants',
  ],
  metal_plating: [
    'Metal plating',
    'Hexavalent chromium, cadmium, nickel, cyanide, acids, TCE and PCE from degreasing, PFAS mist suppressants',
    'Occasional, often small shops unnamed on maps; a high rate of severe releases through floors and sewers',
  ],
  military_installation: [
    'Military installation',
    'Munitions and explosives (TNT, RDX, perchlorate), fuels, TCE, PFAS, PCBs, lead, radionuclides',
    'Uncommon; formerly used defense sites are easily missed once they are subdivided',
  ],
  mining_quarry: [
    'Mining or quarry',
    'Acid drainage, arsenic, lead, mercury, cyanide in tailings, asbestos or silica dust, fuels and explosives residue',
    'Regional; common in mining districts, elsewhere mostly gravel pits that were later filled with waste',
  ],
  other: [
    'Other',
    'Depends on the use: describe the activity and the substances in the narrative',
    'Used when no other entry fits; review before the report is signed',
  ],
  pesticide_storage_mixing_site: [
    'Pesticide storage or mixing site',
    'Organochlorine and organophosphate pesticides, herbicides (2,4-D, dioxins in 2,4,5-T), arsenic, solvents used as carriers, nitrate',
    'Occasional: farm centers, co-operatives, airstrips of crop dusters, pest control firms; concentrations far above those of fields',
  ],
  power_plant: [
    'Power plant',
    'Fuel oil and coal (PAHs, arsenic), ash ponds (selenium, boron, mercury), PCBs, asbestos, hydrazine and chromate in cooling water',
    'Occasional: also small ones of factories, streetcar lines and campuses; shown well on fire insurance maps',
  ],
  printing_facility: [
    'Printing facility',
    'Chlorinated and petroleum solvents (TCE, 1,1,1-TCA, toluene, xylenes), inks with lead, chromium and barium, silver from film developing',
    'Common in downtown blocks; newspapers and lithographers most of all',
  ],
  rail_yard: [
    'Rail yard',
    'Diesel and lubricating oil, PAHs and creosote from ties, arsenic and other herbicides along tracks, lead, PCBs, solvents, coal ash',
    'Common; a mere track is a minor concern, while yards, roundhouses and fuelling points are major ones',
  ],
  research_facility: [
    'Research facility',
    'Solvents, acids, mercury, radionuclides, biological agents, fuels; PFAS in material and coating research',
    'Uncommon; many substances in small quantities and releases through drains',
  ],
  residential: [
    'Residential',
    'Heating-oil tanks, lead paint in soil, asbestos, termite treatment (chlordane, arsenic), septic systems',
    'The most common use of all and seldom a recognized condition, except for underground heating-oil tanks',
  ],
  shooting_range: [
    'Shooting range',
    'Lead shot and bullets, antimony, copper and arsenic; PAHs from clay targets',
    'Uncommon; shot-fall zones are wide and often outside the marked range',
  ],
  tannery_leather_works: [
    'Tannery or leather works',
    'Chromium (trivalent and hexavalent), arsenic, sulphides, pentachlorophenol, finishing solvents; PFAS in waterproofing',
    'Common along rivers before 1930; hair and sludge were buried on the lot',
  ],
  textile_facility: [
    'Textile facility',
    'Dyes with chromium, copper and arsenic, caustics, chlorinated solvents from scouring, PCBs in machinery, PFAS finishes',
    'Regional: common in mill towns; check the raceways and settling basins',
  ],
  transformer_storage_yard: [
    'Transformer storage yard',
    'PCBs (Aroclor 1254 and 1260), mineral oil, chlorobenzenes, lead; furans after fires',
    'Uncommon: utility yards and scrap dealers; heavy contamination of shallow soil is frequent where it was active before 1979',
  ],
  wastewater_treatment_plant: [
    'Wastewater treatment plant',
    'Metals and PFAS in sludge, chlorine, mercury seals of trickling filters, nitrate, methane, fuels of generators',
    'Occasional; the drying beds and land-spread sludge matter more than the basins',
  ],
  wood_treatment: [
    'Wood treatment',
    'Creosote (PAHs, naphthalene), pentachlorophenol with dioxins, copper chromated arsenic',
    'Uncommon but nearly always severe: drip pads and unlined ponds left dense liquids deep in the ground',
  ],
} as const satisfies Readonly<
  Record<string, readonly [label: string, typicalContaminants: string, frequencyNote: string]>
>;

export const LAND_USES: readonly LandUse[] = Object.entries(TABLE).map(
  ([value, [label, typicalContaminants, frequencyNote]]) => ({ value, label, typicalContaminants, frequencyNote }),
);

export const isLandUse = (text: string): boolean => Object.hasOwn(TABLE, text);

/** Compared characters of a rejected value; no listed value is nearly as long. */
const COMPARED = 50;

const asValue = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');

/** Relative edit distance, 0 to 1. */
const difference = (a: string, b: string): number => distance(a, b) / Math.max(a.length, b.length, 1);

/** `difference` of the whole texts or, if lower, the average of the words against their closest matches. */
function farness(wanted: string, value: string): number {
  const words = wanted.split('_');
  const nearest = words.map((word) => Math.min(...value.split('_').map((other) => difference(word, other))));
  return Math.min(difference(wanted, value), nearest.reduce((sum, each) => sum + each, 0) / words.length);
}

export function nearestLandUses(text: string, count = 3): string[] {
  const wanted = asValue(text.slice(0, COMPARED));
  return LAND_USES.map(({ value, label }) => ({
    value,
    far: Math.min(farness(wanted, value), farness(wanted, asValue(label))),
    whole: difference(wanted, value),
  }))
    .sort((a, b) => a.far - b.far || a.whole - b.whole)
    .slice(0, count)
    .map(({ value }) => value);
}

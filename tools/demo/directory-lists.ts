/** What generated city directories list, as data: trades with the land use that their sites have, streets, names. */

export interface DirectoryTrade {
  /** As it heads a list of businesses. */
  heading: string;
  /** As printed after a name: "clo clnr". */
  trade: string;
  /** What ends the name of such a business; one of them. */
  names: readonly string[];
  /** Land use of its site (DATA-15); undefined: of no concern. */
  landUse?: string;
}

/** In the order of the alphabet, as directories have them. */
export const DIRECTORY_TRADES: readonly DirectoryTrade[] = [
  {
    heading: 'Automobile Repairing',
    trade: 'auto repr',
    names: ['Auto Repair', 'Auto Service'],
    landUse: 'auto_repair',
  },
  { heading: 'Automobile Accessories', trade: 'auto accessories', names: ['Auto Supplies', 'Tire Co'] },
  { heading: 'Bakers', trade: 'baker', names: ['Baking Co', 'Bakery'] },
  { heading: 'Barbers', trade: 'barber', names: ['Barber Shop'] },
  { heading: 'Blacksmiths', trade: 'blacksmith', names: ['Blacksmith Shop'], landUse: 'manufacturing' },
  {
    heading: 'Cleaners and Dyers',
    trade: 'clnr & dyr',
    names: ['Dry Cleaners', 'Cleaners & Dyers', 'Dry Cleaning Co'],
    landUse: 'dry_cleaner',
  },
  {
    heading: 'Coal Dealers',
    trade: 'coal dlr',
    names: ['Coal Co', 'Coal & Ice Co', 'Coal Yard'],
    landUse: 'coal_storage',
  },
  { heading: 'Confectioners', trade: 'confr', names: ['Candy Shop', 'Confectionery'] },
  { heading: 'Dentists', trade: 'dentist', names: ['Dental Office'] },
  {
    heading: 'Electroplaters',
    trade: 'electroplater',
    names: ['Plating Works', 'Plating Co'],
    landUse: 'metal_plating',
  },
  {
    heading: 'Filling Stations',
    trade: 'filling sta',
    names: ['Filling Station', 'Service Station'],
    landUse: 'gas_station',
  },
  { heading: 'Florists', trade: 'florist', names: ['Flower Shop'] },
  { heading: 'Fuel Oils', trade: 'fuel oil', names: ['Fuel Oil Co', 'Oil Co'], landUse: 'fuel_storage' },
  { heading: 'Funeral Directors', trade: 'funeral dir', names: ['Funeral Home'], landUse: 'funeral_home_mortuary' },
  { heading: 'Garages', trade: 'garage', names: ['Garage'], landUse: 'auto_repair' },
  { heading: 'Grocers', trade: 'gro', names: ['Grocery', 'Market'] },
  { heading: 'Hardware', trade: 'hardware', names: ['Hardware Co'] },
  { heading: 'Iron Founders', trade: 'iron founder', names: ['Foundry Co', 'Foundry'], landUse: 'foundry_smelter' },
  { heading: 'Junk Dealers', trade: 'junk dlr', names: ['Iron & Metal Co', 'Junk Yard'], landUse: 'dump' },
  { heading: 'Laundries', trade: 'laundry', names: ['Laundry', 'Steam Laundry'], landUse: 'dry_cleaner' },
  { heading: 'Lumber Dealers', trade: 'lumber dlr', names: ['Lumber Co', 'Planing Mill'], landUse: 'lumber_yard' },
  { heading: 'Machine Shops', trade: 'mach shop', names: ['Machine Shop', 'Machine Works'], landUse: 'manufacturing' },
  { heading: 'Notaries Public', trade: 'notary', names: ['Notary Office'] },
  { heading: 'Physicians', trade: 'phys', names: ['Clinic'] },
  {
    heading: 'Printers',
    trade: 'job printing',
    names: ['Printing Co', 'Press Printers'],
    landUse: 'printing_facility',
  },
  { heading: 'Restaurants', trade: 'restr', names: ['Lunch', 'Cafe', 'Restaurant'] },
  { heading: 'Shoe Repairers', trade: 'shoe repr', names: ['Shoe Repair Shop'] },
  { heading: 'Tailors', trade: 'tailor', names: ['Tailor Shop'] },
  { heading: 'Watch Repairing', trade: 'watch repr', names: ['Jewelry Co'] },
  { heading: 'Window Cleaners', trade: 'window cleaning', names: ['Window Cleaning Co'] },
];

export const DIRECTORY_STREETS: readonly string[] = [
  'Main St',
  'Locust St',
  'Canal St',
  'Mill St',
  'W Front St',
  'River Rd',
  'N Ninth St',
  'Hanover Av',
  'Prospect Av',
  'Market St',
  'S 3d St',
  'Foundry St',
];

/** Without names that are trades or vocabulary: a surname must not look like a site. */
export const SURNAMES: readonly string[] = (
  'Abbott Adams Allen Archer Baker Barnes Bauer Berger Bishop Brenner Burke Cole Conrad Cooper Dailey Decker Doyle Dyer Eckert Ellis Farrell ' +
  'Fisher Forge Fuller Gallo Garrity Gaskill Glass Hahn Halloran Harper Hoffman Hughes Irwin Jacobs Keller Kline Lang Leary Lumley Marsh ' +
  'Mason Miller Moore Murphy Nagel Novak Oaks Olsen Parker Plater Porter Printz Quarles Reilly Rhodes Sawyer Schmidt Shaw Smith Stone Tanner ' +
  'Thorne Turner Unger Vogel Wagner Walsh Weaver Weber Yost Zimmer'
).split(' ');
export const GIVEN_NAMES: readonly string[] =
  'Albert Anna Arth Benj Chas Clara Danl Edw Ella Frank Fredk Geo Harry Henry Ida Jas Jno John Jos Lena Louis Mary Max Otto Peter Robt Rose Saml Thos Wm'.split(
    ' ',
  );
/** What most people do; none of it is a site. */
export const OCCUPATIONS: readonly string[] = [
  ...['clk', 'carp', 'lab', 'driver', 'bkpr', 'tchr', 'mach', 'printer', 'painter', 'nurse', 'slsmn', 'molder'],
  ...[
    'janitor',
    'stenog',
    'foreman',
    'tanner',
    'emp Star Laundry',
    'clk Union Garage',
    'slsmn Standard Oil Co',
    'laundress',
  ],
];
/** What begins the names of businesses. */
export const BUSINESS_NAMES: readonly string[] =
  'Acme Model Star City Peerless Union Central Liberty Excelsior Crescent Keystone Empire Modern Riverside Paragon Royal'.split(
    ' ',
  );

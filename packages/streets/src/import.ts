import { blocksOf, crossingsOf, MOST_CROSSINGS } from './crossings.js';
import { StreetsError, type Alias, type Block, type Crossing } from './model.js';
import { streetName } from './names.js';
import { readStreets } from './read.js';

/** Content of a street file that is kept. */
export interface ImportedStreets {
  crossings: readonly Crossing[];
  blocks: readonly Block[];
  aliases: readonly Alias[];
  streetCount: number;
  /** Blocks with house numbers. */
  numberedCount: number;
}

const MOST_ALIASES = 5_000;
/** They are stored and copied; a large city has 150,000. */
const MOST_BLOCKS = 200_000;
const MOST_BLOCK_CORNERS = 1_000_000;

const areTooMany = (blocks: readonly Block[]): boolean =>
  blocks.length > MOST_BLOCKS || blocks.reduce((sum, { path }) => sum + path.length, 0) > MOST_BLOCK_CORNERS;

/** @throws StreetsError */
export function importStreets(bytes: Uint8Array): ImportedStreets {
  const { lines, crossings: given, aliases } = readStreets(bytes);
  const all = blocksOf(lines);
  const numbered = all.filter(({ high }) => high > 0);
  // the others are only drawn
  const blocks = areTooMany(all) ? numbered : all;
  if (areTooMany(blocks))
    throw new StreetsError('A file may have at most 200,000 blocks with house numbers. Cut it to the area you need.');
  const crossings = [...given, ...crossingsOf(lines)];
  if (crossings.length > MOST_CROSSINGS)
    throw new StreetsError('A file may have at most 200,000 crossings of streets.');
  const named = lines.flatMap(({ name, aliases: others }) => others.map((alias) => ({ alias, name })));
  const unique = new Map([...aliases, ...named].map((each) => [`${each.alias} = ${each.name}`, each]));
  if (unique.size > MOST_ALIASES) throw new StreetsError('A file may have at most 5,000 other names of streets.');
  const keys = new Set(lines.map(({ name }) => streetName(name).key));
  for (const { streets } of given) for (const name of streets) keys.add(streetName(name).key);
  return { crossings, blocks, aliases: [...unique.values()], streetCount: keys.size, numberedCount: numbered.length };
}

/** Where the time of a process went, by package. */

/** A profile as V8 writes it. */
export interface CpuProfile {
  nodes: readonly { id: number; callFrame: { functionName: string; url: string }; children?: readonly number[] }[];
  /** Node that ran at each look, and the microseconds until the next one. */
  samples: readonly number[];
  timeDeltas: readonly number[];
}

/** A package that was called by another, with what it called itself; times in microseconds. */
export interface Flame {
  name: string;
  /** With what it called. */
  total: number;
  own: number;
  children: Map<string, Flame>;
}

const IDLE = '(idle)';

/** The package of a function: of npm, of ours, or the part of Node it is in. */
export function packageOf({ functionName, url }: { functionName: string; url: string }): string {
  if (functionName.startsWith('(')) return functionName;
  const npm = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  if (npm) return npm;
  const own = /\/(gateway|proto|services\/[^/]+)\/(?:dist|gen)\//.exec(url)?.[1];
  if (own) return own;
  const part = /^node:(?:internal\/)?([^/]+)/.exec(url)?.[1];
  return part ? `node:${part.replace(/^_/, '')}` : 'native code';
}

/** Who called whom, a frame for each package; without the time in which nothing ran. */
export function flameOf({ nodes, samples, timeDeltas }: CpuProfile): Flame {
  const own = new Map<number, number>();
  samples.forEach((id, i) => own.set(id, (own.get(id) ?? 0) + (timeDeltas[i] ?? 0)));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const root: Flame = { name: 'all', total: 0, own: 0, children: new Map() };

  /** Adds a function and all it called to the packages above it; answers the microseconds of all of it. */
  function add(id: number, path: readonly Flame[]): void {
    const node = byId.get(id);
    if (!node) return;
    const name = packageOf(node.callFrame);
    if (name === IDLE) return;
    let at = path.at(-1) ?? root;
    let above = path;
    if (name !== at.name && name !== '(root)') {
      const known = at.children.get(name) ?? { name, total: 0, own: 0, children: new Map<string, Flame>() };
      at.children.set(name, known);
      at = known;
      above = [...path, known];
    }
    const spent = own.get(id) ?? 0;
    at.own += spent;
    for (const each of above) each.total += spent;
    for (const child of node.children ?? []) add(child, above);
  }

  const called = new Set(nodes.flatMap(({ children = [] }) => children));
  for (const { id } of nodes) if (!called.has(id)) add(id, [root]);
  return root;
}

/** Share of the time that each package took itself, the largest first. */
export function sharesOf(flame: Flame): { name: string; share: number }[] {
  const own = new Map<string, number>();
  const add = (each: Flame): void => {
    own.set(each.name, (own.get(each.name) ?? 0) + each.own);
    for (const child of each.children.values()) add(child);
  };
  add(flame);
  return [...own]
    .map(([name, microseconds]) => ({ name, share: microseconds / (flame.total || 1) }))
    .sort((a, b) => b.share - a.share);
}

const WIDTH = 960;
const ROW = 17;
/** Narrower frames are left out. */
const LEAST_SHARE = 0.006;
const COLOURS = ['#f6c28b', '#f2b5a7', '#cfe3b4', '#b9d9eb', '#d8c7e8', '#f3e3a3'];

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const colourOf = (name: string): string =>
  COLOURS[[...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % COLOURS.length] ?? '';

/** A picture of it: callers above those they call, as wide as the time they took. */
export function flameSvg(flame: Flame, title: string): string {
  const frames: string[] = [];
  let deepest = 0;
  function draw(each: Flame, x: number, depth: number): void {
    const share = each.total / (flame.total || 1);
    if (share < LEAST_SHARE) return;
    deepest = Math.max(deepest, depth);
    const [width, y] = [share * WIDTH, (depth + 1) * ROW];
    const label = `${each.name} ${(share * 100).toFixed(1)} %`;
    const fits = Math.floor(width / 6.2);
    frames.push(
      `<g><title>${escaped(label)}</title><rect x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${ROW - 1}" fill="${colourOf(each.name)}"/>` +
        (fits > 3 ? `<text x="${(x + 3).toFixed(1)}" y="${y + 12}">${escaped(label.slice(0, fits))}</text>` : '') +
        `</g>`,
    );
    let left = x;
    for (const child of [...each.children.values()].sort((a, b) => b.total - a.total)) {
      draw(child, left, depth + 1);
      left += (child.total / (flame.total || 1)) * WIDTH;
    }
  }
  draw(flame, 0, 0);
  const height = (deepest + 2) * ROW + 2;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="11">`,
    `<text x="3" y="12">${escaped(title)}</text>`,
    ...frames,
    '</svg>',
    '',
  ].join('\n');
}

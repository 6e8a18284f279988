/** Names of lists made equal across a report, and the counts of its summary compared with its rows. */
import { NO_MAP_NUMBER } from './cells.js';
import { folded, upper } from './lines.js';
import type { ListDifference, ListTotal, ReportRow } from './model.js';

/** Of a whole summary: no list. */
const SUM = /^(?:GRAND |SUB)?-?TOTALS?\b|^ALL (?:LISTS|DATABASES|SITES)\b|^SUM\b/i;
/** Writes each list as the summary does, else as most rows do. */
export function nameLists(rows: readonly ReportRow[], totals: readonly ListTotal[]): void {
  const spellings = new Map<string, Map<string, number>>();
  const learn = (list: string, weight: number): void => {
    const known = spellings.get(folded(list)) ?? new Map<string, number>();
    spellings.set(folded(list), known.set(list, (known.get(list) ?? 0) + weight));
  };
  for (const { lists } of rows) lists.forEach((list) => learn(list, 1));
  for (const { list } of totals) learn(list, 2);
  const nameOf = (list: string): string =>
    [...(spellings.get(folded(list)) ?? [])].sort((one, other) => other[1] - one[1])[0]?.[0] ?? list;
  for (const row of rows) row.lists = [...new Set(row.lists.map(nameOf))];
  for (const total of totals) total.list = nameOf(total.list);
  completeTotals(rows, totals);
}

/** A total whose name lost a word is of the only list with its other words that no total names. */
function completeTotals(rows: readonly ReportRow[], totals: readonly ListTotal[]): void {
  const said = new Set(totals.map(({ list }) => folded(list)));
  const read = new Set(rows.flatMap(({ lists }) => lists));
  const unnamed = [...read].filter((list) => !said.has(folded(list)));
  const known = new Set([...read].map(folded));
  for (const total of totals) {
    if (known.has(folded(total.list))) continue;
    const words = upper(total.list).split(' ');
    const [only, ...others] = unnamed.filter((list) => words.every((word) => upper(list).split(' ').includes(word)));
    if (only !== undefined && others.length === 0) total.list = only;
  }
}

const records = (number: number): string => (number === 1 ? '1 was read' : `${number} were read`);

/** What a row must have to be the one that was counted. */
function missingOf({ name, lists, doubts }: Pick<ReportRow, 'name' | 'lists' | 'doubts'>): string {
  if (name === '') return 'name';
  if (lists.length === 0) return 'list';
  return doubts.includes(NO_MAP_NUMBER) ? 'map number' : '';
}

export function compare(rows: readonly ReportRow[], totals: readonly ListTotal[]): ListDifference[] {
  const read = new Map<string, { count: number; page: number; list: string }>();
  for (const { lists, page } of rows)
    for (const list of lists) {
      const known = read.get(upper(list)) ?? { count: 0, page, list };
      read.set(upper(list), { ...known, count: known.count + 1 });
    }
  const said = new Map<string, ListTotal>();
  for (const total of totals)
    if (!SUM.test(total.list)) {
      const known = said.get(upper(total.list));
      said.set(upper(total.list), known ? { ...known, total: Math.max(known.total, total.total) } : total);
    }
  const differences: ListDifference[] = [];
  for (const [key, { list, total, page }] of said) {
    const number = read.get(key)?.count ?? 0;
    if (number === total) continue;
    const sentence = `The report says ${total} ${list}, ${records(number)}. See page ${page}.`;
    differences.push({ list, said: total, read: number, page, sentence });
  }
  for (const [key, { list, count, page }] of read) {
    if (said.has(key)) continue;
    const sentence = `The summary does not name ${list}, ${records(count)}. See page ${page}.`;
    differences.push({ list, read: count, page, sentence });
  }
  for (const { lists, page, ...row } of rows) {
    const missing = missingOf({ lists, ...row });
    if (missing === '') continue;
    for (const list of lists.length > 0 ? lists : [''])
      if (!differences.some((each) => each.list === list)) {
        const number = read.get(upper(list))?.count ?? 0;
        const sentence = `The ${missing} of a row of ${list || 'an unknown list'} was not read. See page ${page}.`;
        differences.push({ list, read: number, page, sentence });
      }
  }
  const listed = [...said.values()].reduce((sum, { total }) => sum + total, 0);
  for (const { list, total, page } of totals)
    if (/^(?:GRAND )?TOTALS?$/i.test(list) && total !== listed)
      differences.push({
        ...{ list, said: total, read: listed, page },
        sentence: `The summary’s total is ${total}, its lists have ${listed} together. See page ${page}.`,
      });
  return differences;
}

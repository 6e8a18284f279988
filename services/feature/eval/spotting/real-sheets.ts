/** Precision and recall on the corpus' real sheets by land use; stated confidence against accuracy. */
import { MIN_CONFIDENCE, spotsOn } from '../../src/spotting/spotter.js';
import { calibrationBands, fitted, confidenceBands, type Looked } from './calibration.js';
import type { ReadSheet } from './corpus.js';
import { judge, type Judgement } from './judge.js';

const share = (part: number, whole: number): string =>
  whole === 0 ? '-'.padStart(7) : `${((100 * part) / whole).toFixed(1)} %`.padStart(7);

interface Judged {
  isHeldOut: boolean;
  name: string;
  judgement: Judgement;
}

/** Reports results, separately for the sheets used for tuning and the held-out ones. */
export function sayReal(sheets: readonly ReadSheet[], say: (line: string) => void): void {
  const judged = (least: number): Judged[] =>
    sheets.map(({ sheet, words, ...size }) => ({
      isHeldOut: sheet.isHeldOut,
      name: `${sheet.file} page ${sheet.page}`,
      judgement: judge(spotsOn(words, size, least), sheet),
    }));
  const proposed = judged(MIN_CONFIDENCE);
  say('real sheets                          asked  found   recall  proposed  right  precision');
  for (const { name, isHeldOut, judgement } of proposed)
    sayLine(`${name}${isHeldOut ? ' (held out)' : ''}`, [judgement], say);
  const parts = { 'sheets rules were made with': false, 'held out': true };
  for (const [name, isHeldOut] of Object.entries(parts))
    sayLine(
      name,
      proposed.filter((one) => one.isHeldOut === isHeldOut).map((one) => one.judgement),
      say,
    );
  sayLine(
    'all',
    proposed.map((one) => one.judgement),
    say,
  );
  say('');
  sayUses(proposed, say);
  sayCalibration(judged(0), say);
  for (const { name, isHeldOut, judgement } of proposed) {
    // misses and mistakes on held-out sheets are not shown, so rules are not tuned to them
    if (isHeldOut) continue;
    for (const { spot, row } of judgement.spots)
      if (!row) say(`    ${name}: wrong ${spot.landUse} "${spot.text}" as ${spot.term}, ${spot.confidence} of 10`);
    for (const { row, isFound } of judgement.asked)
      if (!isFound) say(`    ${name}: missed ${row.landUses.join(' or ')} "${row.printed}" at ${row.x}, ${row.y}`);
  }
}

const rightOf = ({ spots }: Judgement): number => spots.filter(({ row }) => row).length;
const foundOf = ({ asked }: Judgement): number => asked.filter(({ isFound }) => isFound).length;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function sayLine(name: string, judgements: readonly Judgement[], say: (line: string) => void): void {
  const [asked, found] = [sum(judgements.map((one) => one.asked.length)), sum(judgements.map(foundOf))];
  const [proposed, right] = [sum(judgements.map((one) => one.spots.length)), sum(judgements.map(rightOf))];
  say(
    `${name.padEnd(37)}${String(asked).padStart(5)}  ${String(found).padStart(5)}  ${share(found, asked)}  ` +
      `${String(proposed).padStart(8)}  ${String(right).padStart(5)}    ${share(right, proposed)}`,
  );
}

/** A hazard counts under its first use, a proposal under its own. */
function sayUses(judged: readonly Judged[], say: (line: string) => void): void {
  const asked = judged.flatMap(({ judgement }) => judgement.asked);
  const spots = judged.flatMap(({ judgement }) => judgement.spots);
  const uses = new Set([...asked.map(({ row }) => row.landUses[0] ?? ''), ...spots.map(({ spot }) => spot.landUse)]);
  say('land use                      asked  found   recall  proposed  right  precision');
  for (const use of [...uses].sort()) {
    const [of, at] = [
      asked.filter(({ row }) => row.landUses[0] === use),
      spots.filter(({ spot }) => spot.landUse === use),
    ];
    const [found, right] = [of.filter(({ isFound }) => isFound).length, at.filter(({ row }) => row).length];
    say(
      `${use.padEnd(30)}${String(of.length).padStart(5)}  ${String(found).padStart(5)}  ${share(found, of.length)}  ` +
        `${String(at.length).padStart(8)}  ${String(right).padStart(5)}    ${share(right, at.length)}`,
    );
  }
  say('');
}

function sayCalibration(judged: readonly Judged[], say: (line: string) => void): void {
  const looked = (isHeldOut: boolean): Looked[] =>
    judged
      .filter((one) => one.isHeldOut === isHeldOut)
      .flatMap(({ judgement }) => judgement.spots)
      .map(({ spot, row }) => ({ score: spot.score, confidence: spot.confidence, isRight: row !== undefined }));
  const [made, held] = [looked(false), looked(true)];
  say('score from   fitted on sheets rules were made with   right there   right on those held out');
  const table = fitted(made);
  const heldBands = calibrationBands(held);
  for (const [index, { from, right, all }] of calibrationBands(made).entries())
    say(
      `${String(from).padStart(10)}   ${String(table[index]?.[1] ?? '').padStart(5)} of 10${' '.repeat(27)}` +
        `${`${right} of ${all}`.padStart(12)}   ${`${heldBands[index]?.right} of ${heldBands[index]?.all}`.padStart(12)}`,
    );
  say('said         right of all sheets');
  for (const { from, right, all } of confidenceBands([...made, ...held]))
    say(`${String(from).padStart(4)} of 10   ${right} of ${all}, ${share(right, all).trim()}`);
  say('');
}

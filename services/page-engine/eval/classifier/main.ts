/** `npm run eval:classifier`: accuracy, confusions and calibration per set. */
import { SURE } from '../../src/classification/classifier.js';
import { evaluate, figuresOf, SETS, type CaseSet, type Figures, type Outcome } from './evaluation.js';

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

function report(set: CaseSet, outcomes: readonly Outcome[], withMistakes: boolean): string {
  const figures: Figures = figuresOf(outcomes, SURE);
  const lines = [
    `${set.toUpperCase()} (${figures.cases} cases)`,
    `  accuracy            ${percent(figures.accuracy)}`,
    `  offered             ${percent(figures.offered)}  (right category suggested or among the alternatives)`,
    `  applied by itself   ${percent(figures.applied)}  (confidence ${SURE} and above), of these right ${percent(figures.appliedRight)}`,
    `  calibration error   ${figures.calibrationError.toFixed(3)}`,
    '  confidence      cases  mean confidence  accuracy',
    ...figures.bins.map(
      ({ from, to, cases, confidence, accuracy }) =>
        `  ${from.toFixed(2)} to ${to.toFixed(2)}  ${String(cases).padStart(6)}  ${cases ? percent(confidence).padStart(15) : '-'.padStart(15)}  ${cases ? percent(accuracy).padStart(8) : '-'.padStart(8)}`,
    ),
    '  category               right  taken for',
    ...figures.byCategory.map(
      ({ category, cases, right, takenFor }) =>
        `  ${category.padEnd(20)}  ${`${right}/${cases}`.padStart(6)}  ${[...takenFor].map(([other, count]) => `${other} ${count}`).join(', ')}`,
    ),
  ];
  if (withMistakes)
    for (const { fileName, category, suggestion, right } of outcomes)
      if (!right)
        lines.push(
          `  ${category}: "${fileName}" as ${suggestion.suggestedCategory} ${suggestion.confidence}: ${suggestion.reasoning}`,
        );
  return lines.join('\n');
}

// list mistakes only for the half used for fitting
for (const set of SETS) process.stdout.write(`${report(set, await evaluate(set), set === 'tuning')}\n\n`);

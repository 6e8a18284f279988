/** `npm run eval:radius-reports [--wrong]`: rows read from generated reports; lists faults of tuning. */
import { CONDITIONS, measure, precision, recall, SETS } from './measure.js';

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const listsFaults = process.argv.includes('--wrong');

for (const [name, { seeds, layouts }] of Object.entries(SETS).slice(0, listsFaults ? 1 : undefined))
  for (const layout of layouts)
    for (const condition of CONDITIONS) {
      const found = measure(layout, seeds, condition, listsFaults ? print : undefined);
      print(
        `${name} ${layout} ${condition}: precision ${precision(found).toFixed(3)}, recall ${recall(found).toFixed(3)} of ${found.truth}; ` +
          `wrong fields ${found.wrongField}, ${found.wrongWithoutDoubt} without a doubt; ` +
          `orphans ${found.orphansFound} of ${found.orphans}, ${found.orphansRead} read; ` +
          `totals agree in ${found.agree} of ${found.reports}, wrongly in ${found.agreeWrongly}`,
      );
    }

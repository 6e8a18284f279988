import type { Guess } from './page-evidence.js';

/** Characters before a scale in which the word "scale" raises confidence. */
const NEAR = 60;

const RATIO = /(?<![\d:])1\s?:\s?(\d{1,3}(?:[,. ]\d{3})+|\d{3,7})(?!\d)/;
/** Tolerates OCR errors in the unit, and letters for zeros: "60 F!. to One Inch", "12O' to an inch". */
const LENGTH_TO_INCH =
  /(?<![\dOo])(\d[\dOo]{0,3})\s*(f(?:ee|oo)?[t!li1j|]?|['’]|miles?)[\s.:!]*(?:(?:to|=|-)\s*(?:an|one|the|1)?|(?:an|one|the|1))?\s*(?:inch|(?<=(?:an|one|the|1)\s)in\b)/i;
/** "1 inch = 50 feet", "1 in = 50 ft" (display form), 1" = 50'. */
const INCH_TO_LENGTH =
  /(?:\b(?:one|1|an)\s*in(?:ch|\.)?|(?<!\d)1\s*["”″])\s*(?:=|equals|to|represents)\s*(\d{1,4})\s*(ft|feet|foot|['’′]|mi(?:les?)?\b)/i;
/** The unit is often lost as the smallest lettering; feet are assumed. */
const WITHOUT_UNIT = /\bscale\W{0,3}(\d[\dOo]{1,3})\s*(?:to\s*)?(?:an|one)\s*inch/i;
const UNIT_LOSS = 0.8;
/** From site plans to state maps. */
const RATIOS = { least: 100, most: 10_000_000 };

/** Printed map scale; more confident near the word "scale". */
export function guessMapScale(text: string): Guess<string> | undefined {
  const confidence = (index: number): number =>
    /scale/i.test(text.slice(Math.max(0, index - NEAR), index)) ? 0.9 : 0.6;
  const ratio = RATIO.exec(text);
  const denominator = Number(ratio?.[1]?.replace(/\D/g, '') ?? 0);
  if (ratio && denominator >= RATIOS.least && denominator <= RATIOS.most) {
    return { value: `1:${denominator.toLocaleString('en-US')}`, confidence: confidence(ratio.index) };
  }
  const length = LENGTH_TO_INCH.exec(text) ?? INCH_TO_LENGTH.exec(text);
  const bare = length ? null : WITHOUT_UNIT.exec(text);
  if (bare) return { value: `1 in = ${lengthOf(bare[1])} ft`, confidence: 0.9 * UNIT_LOSS };
  if (!length) return undefined;
  const unit = length[2]?.toLowerCase().startsWith('mi') ? 'mi' : 'ft';
  return { value: `1 in = ${lengthOf(length[1])} ${unit}`, confidence: confidence(length.index) };
}

const lengthOf = (figures = ''): number => Number(figures.replace(/o/gi, '0'));

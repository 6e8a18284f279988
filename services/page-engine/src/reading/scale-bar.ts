import type { Word } from '../pdf/page.js';

/** Words near the level: bars of maps are. */
const LEVEL = 3;
/** Labels of one bar: centres within this share of their height. */
const IN_LINE = 0.6;
/** Label heights between bar and unit, along and across. */
const NEAR_UNIT = { across: 14, down: 3.5 } as const;
/** Of zero and at least this many others: house numbers have no zero. */
const LEAST_OTHERS = 2;
/** Between a label and its place on a straight bar, as share of the bar's length. */
const MISFIT = 0.03;
/** Label heights of a bar, at least. */
const LEAST_LENGTH = 8;

const NUMBER = /^\d{1,2}(?:,?\d{3})?$|^\d{1,5}$/;
const FEET_IN: readonly (readonly [unit: RegExp, feet: number])[] = [
  // the last letter is often misread: "F!"
  [/^f(?:ee|oo)?[t!li1j|]$/i, 1],
  [/^(?:miles?|mi)$/i, 5280],
  [/^(?:met(?:er|re)s?|m)$/i, 1 / 0.3048],
  [/^(?:kilomet(?:er|re)s?|km)$/i, 1000 / 0.3048],
  [/^(?:yards?|yd)$/i, 3],
];

interface Label {
  value: number;
  x: number;
  y: number;
  height: number;
}

interface Bar {
  labels: number;
  feetPerPixel: number;
}

/** Feet of ground per pixel by the lettered scale bar with the most labels; undefined without one. */
export function measureScaleBar(words: readonly Word[]): number | undefined {
  const level = words.filter(({ angle = 0, turned = 0 }) => turned === 0 && Math.abs(angle) <= LEVEL);
  const units = level.flatMap((word) => {
    const text = word.text.replace(/[.:,()]+/g, '');
    const feet = FEET_IN.find(([unit]) => unit.test(text))?.[1];
    return feet === undefined ? [] : [{ ...middleOf(word), feet }];
  });
  if (units.length === 0) return undefined;
  const labels = level.flatMap((word) => {
    const text = figuresOf(word.text);
    return NUMBER.test(text) ? [{ ...middleOf(word), value: Number(text.replace(',', '')) }] : [];
  });
  const bars = labels
    .filter(({ value }) => value === 0)
    .flatMap((zero) => barFrom(zero, labels, units) ?? [])
    .sort((one, other) => other.labels - one.labels);
  return bars[0]?.feetPerPixel;
}

/** Small figures are often misread: `O` for 0, a stroke for 1. */
const figuresOf = (text: string): string =>
  text
    .replace(/[.,'’′]+$/, '')
    .replace(/^[OoQ]$/, '0')
    .replace(/^[/Il|!](?=\d)/, '1');

const middleOf = ({ x, y, width, height }: Word) => ({ x: x + width / 2, y: y + height / 2, height });

function barFrom(zero: Label, all: readonly Label[], units: readonly (Omit<Label, 'value'> & { feet: number })[]) {
  const inLine = all.filter((label) => Math.abs(label.y - zero.y) <= IN_LINE * Math.max(label.height, zero.height));
  // the part to the left of zero is divided more finely and counts backwards
  const placed = inLine
    .map((label) => ({ x: label.x - zero.x, value: label.x < zero.x ? -label.value : label.value }))
    .filter(({ x, value }) => x === 0 || value !== 0);
  const right = Math.max(...inLine.map(({ x }) => x));
  const left = Math.min(...inLine.map(({ x }) => x));
  const unit = units
    .filter(
      ({ x, y }) =>
        Math.abs(y - zero.y) <= NEAR_UNIT.down * zero.height &&
        x >= left - NEAR_UNIT.across * zero.height &&
        x <= right + NEAR_UNIT.across * zero.height,
    )
    .sort((one, other) => Math.abs(one.y - zero.y) - Math.abs(other.y - zero.y))[0];
  return unit && fitted(placed, zero.height, unit.feet);
}

/** Line through zero and as many labels as lie on one. */
function fitted(placed: readonly { x: number; value: number }[], height: number, feet: number): Bar | undefined {
  let best: Bar | undefined;
  for (const { x, value } of placed) {
    if (x === 0 || value / x <= 0) continue;
    const slope = value / x;
    const on = placed.filter((label) => Math.abs(label.value / slope - label.x) <= MISFIT * Math.abs(x));
    const others = on.filter((label) => label.x !== 0);
    const length = Math.max(...on.map((label) => label.x)) - Math.min(...on.map((label) => label.x));
    if (new Set(others.map((label) => label.value)).size < LEAST_OTHERS || length < LEAST_LENGTH * height) continue;
    if (best && best.labels >= on.length) continue;
    const squares = others.reduce((sum, label) => sum + label.x ** 2, 0);
    const products = others.reduce((sum, label) => sum + label.x * label.value, 0);
    best = { labels: on.length, feetPerPixel: (products / squares) * feet };
  }
  return best;
}

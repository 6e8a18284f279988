/** Marks as W3C Web Annotations, as IIIF viewers and Annotorious exchange them. */
import type { Outlined } from '@symbio/proto/annotation/outlines';
import { selectorOf, type FragmentSelector, type SvgSelector } from '@symbio/proto/annotation/selectors';
import { isEllipse, isPolygon, type Shape } from '../geometry/shapes.js';
import { simpleMark, type Mark } from '../marks/mark.js';
import { MARK_COLOUR } from '../marks/paint.js';

export interface WebAnnotation {
  '@context': 'http://www.w3.org/ns/anno.jsonld';
  id: string;
  type: 'Annotation';
  motivation: 'commenting';
  body: { type: 'TextualBody'; value: string; format: 'text/plain' }[];
  target: { source: string; selector: SvgSelector | FragmentSelector };
}

const outlined = (shape: Shape): Outlined => {
  if (isEllipse(shape)) return { $case: 'ellipse', value: shape };
  return isPolygon(shape) ? { $case: 'polygon', value: shape } : { $case: 'rectangle', value: shape };
};

/** @param source address of the picture or canvas */
export const webAnnotationOf = ({ key, coordinates, label }: Mark, source: string): WebAnnotation => ({
  '@context': 'http://www.w3.org/ns/anno.jsonld',
  id: key,
  type: 'Annotation',
  motivation: 'commenting',
  body: label === '' ? [] : [{ type: 'TextualBody', value: label, format: 'text/plain' }],
  target: { source, selector: selectorOf(outlined(coordinates)) },
});

/** Null without a shape that the engine can draw. @param annotation parsed JSON, such as an item of an annotation page */
export function markOfWebAnnotation(annotation: unknown): Mark | null {
  if (!isRecord(annotation) || typeof annotation['id'] !== 'string') return null;
  const [target] = listOf(annotation['target']);
  const coordinates = shapeOfTarget(target);
  if (!coordinates) return null;
  const texts = listOf(annotation['body']).flatMap((body) =>
    isRecord(body) && typeof body['value'] === 'string' ? [body['value']] : [],
  );
  return simpleMark({ key: annotation['id'], coordinates, label: texts[0] ?? '' }, MARK_COLOUR);
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as readonly unknown[]) : value === undefined ? [] : [value];

function shapeOfTarget(target: unknown): Shape | null {
  // the short form: the fragment in the address
  if (typeof target === 'string') return rectangleOf(target);
  if (!isRecord(target)) return null;
  for (const selector of listOf(target['selector'])) {
    if (!isRecord(selector) || typeof selector['value'] !== 'string') continue;
    const shape = selector['type'] === 'SvgSelector' ? shapeOfSvg(selector['value']) : rectangleOf(selector['value']);
    if (shape) return shape;
  }
  return typeof target['source'] === 'string' ? rectangleOf(target['source']) : null;
}

const NUMBER = '(-?\\d+(?:\\.\\d+)?)';
const FRAGMENT = new RegExp(`(?:^|[#&])xywh=(?:pixel:)?${[NUMBER, NUMBER, NUMBER, NUMBER].join(',')}$`);

/** Pixels, not percent. */
function rectangleOf(fragment: string): Shape | null {
  const [, ...numbers] = FRAGMENT.exec(fragment) ?? [];
  const [x, y, width, height] = numbers.map(Number);
  if (x === undefined || y === undefined || !width || !height) return null;
  return { x, y, width, height };
}

/** The first shape of a picture: SVG has more, which no annotation of ours needs. */
function shapeOfSvg(svg: string): Shape | null {
  const [, name, attributes = ''] = /<(ellipse|circle|rect|polygon)\b([^>]*)>/.exec(svg) ?? [];
  const textOf = (attribute: string): string | undefined =>
    new RegExp(`(?:^|\\s)${attribute}=["']([^"']*)["']`).exec(attributes)?.[1];
  const numberOf = (attribute: string): number => Number(textOf(attribute) ?? NaN);
  if (name === 'polygon') {
    const numbers = (textOf('points') ?? '')
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    const points = Array.from({ length: Math.floor(numbers.length / 2) }, (_, at) => ({
      x: numbers[2 * at] ?? NaN,
      y: numbers[2 * at + 1] ?? NaN,
    }));
    return points.length >= 3 && numbers.every(Number.isFinite) ? { points } : null;
  }
  if (name === 'rect') return whole({ x: numberOf('x'), y: numberOf('y'), ...sizeOf(numberOf) });
  if (name === undefined) return null;
  const degrees = Number(/rotate\(\s*(-?[\d.]+)/.exec(textOf('transform') ?? '')?.[1] ?? 0);
  const radius = name === 'circle' ? { radiusX: numberOf('r'), radiusY: numberOf('r') } : undefined;
  return whole({
    ...{ centerX: numberOf('cx'), centerY: numberOf('cy') },
    ...(radius ?? { radiusX: numberOf('rx'), radiusY: numberOf('ry') }),
    theta: (degrees * Math.PI) / 180,
  });
}

const sizeOf = (numberOf: (attribute: string) => number) => ({ width: numberOf('width'), height: numberOf('height') });

const whole = <S extends Shape>(shape: S): S | null => (Object.values(shape).every(Number.isFinite) ? shape : null);

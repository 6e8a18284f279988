/** Shapes as selectors of W3C Web Annotations. Browser-safe: no protobuf. */
import type { Outlined } from './outlines.js';

export interface SvgSelector {
  type: 'SvgSelector';
  value: string;
}

export interface FragmentSelector {
  type: 'FragmentSelector';
  conformsTo: string;
  value: string;
}

const short = (value: number): number => Number(value.toFixed(2));

const svg = (inside: string): SvgSelector => ({
  type: 'SvgSelector',
  value: `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`,
});

/** Rectangles as a fragment, which every viewer reads. */
export function selectorOf(shape: Outlined | undefined): SvgSelector | FragmentSelector {
  if (shape?.$case === 'ellipse') {
    const { centerX, centerY, radiusX, radiusY, theta } = shape.value;
    const [cx, cy] = [short(centerX), short(centerY)];
    const turned = theta === 0 ? '' : ` transform="rotate(${short((theta * 180) / Math.PI)} ${cx} ${cy})"`;
    return svg(`<ellipse cx="${cx}" cy="${cy}" rx="${short(radiusX)}" ry="${short(radiusY)}"${turned}/>`);
  }
  if (shape?.$case === 'polygon')
    return svg(`<polygon points="${shape.value.points.map(({ x, y }) => `${short(x)},${short(y)}`).join(' ')}"/>`);
  const { x, y, width, height } = shape?.value ?? { x: 0, y: 0, width: 1, height: 1 };
  return {
    type: 'FragmentSelector',
    conformsTo: 'http://www.w3.org/TR/media-frags/',
    value: `xywh=${[x, y, width, height].map(short).join(',')}`,
  };
}

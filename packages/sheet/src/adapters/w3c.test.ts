import { simpleMark } from '../marks/mark.js';
import type { Shape } from '../geometry/shapes.js';
import { markOfWebAnnotation, webAnnotationOf } from './w3c.js';

const SOURCE = 'https://maps.example/canvas/1';

describe('marks as web annotations', () => {
  it.each<[string, Shape]>([
    ['a circle', { centerX: 60.5, centerY: 40, radiusX: 12, radiusY: 12, theta: 0 }],
    ['a turned ellipse', { centerX: 60, centerY: 40, radiusX: 30, radiusY: 12, theta: Math.PI / 6 }],
    ['a rectangle', { x: 4, y: 5.25, width: 60, height: 70 }],
    [
      'a polygon',
      {
        points: [
          { x: 1, y: 2 },
          { x: 30, y: 4 },
          { x: 20, y: 40.75 },
        ],
      },
    ],
  ])('keep the shape and the label of %s', (_, coordinates) => {
    const mark = simpleMark({ key: 'urn:uuid:1', coordinates, label: 'Gas holder' }, '#0f5fd7');
    expect(markOfWebAnnotation(JSON.parse(JSON.stringify(webAnnotationOf(mark, SOURCE))))).toEqual(mark);
  });

  it('are read in the forms that other programs write', () => {
    const read = (target: unknown) => markOfWebAnnotation({ id: 'a', type: 'Annotation', target })?.coordinates;
    const box = { x: 1, y: 2, width: 3, height: 4 };
    expect(read(`${SOURCE}#xywh=1,2,3,4`)).toEqual(box);
    expect(read([{ source: SOURCE, selector: { type: 'FragmentSelector', value: 'xywh=pixel:1,2,3,4' } }])).toEqual(
      box,
    );
    expect(read({ selector: [{ type: 'SvgSelector', value: "<svg><circle cx='5' cy='6' r='7'/></svg>" }] })).toEqual({
      ...{ centerX: 5, centerY: 6, radiusX: 7, radiusY: 7, theta: 0 },
    });
    expect(
      read({ selector: { type: 'SvgSelector', value: '<svg><rect x="1" y="2" width="3" height="4"/></svg>' } }),
    ).toEqual(box);
  });

  it('are left out without a shape that can be drawn', () => {
    const read = (annotation: unknown) => markOfWebAnnotation(annotation);
    const svg = (value: string) => ({ id: 'a', target: { selector: { type: 'SvgSelector', value } } });
    expect(read(null)).toBeNull();
    expect(read({ target: `${SOURCE}#xywh=1,2,3,4` })).toBeNull();
    expect(read({ id: 'a', target: SOURCE })).toBeNull();
    expect(read({ id: 'a', target: `${SOURCE}#xywh=percent:1,2,3,4` })).toBeNull();
    expect(read(svg('<svg><path d="M0 0L9 9"/></svg>'))).toBeNull();
    expect(read(svg('<svg><polygon points="1,2 3,x 5,6"/></svg>'))).toBeNull();
    expect(read(svg('<svg><ellipse cx="1" cy="2" rx="3"/></svg>'))).toBeNull();
  });
});

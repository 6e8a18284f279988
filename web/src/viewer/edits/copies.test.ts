import { copiedOf, copiesOn, duplicatesOf, parsedCopies } from './copies.js';

const sheet = { width: 4000, height: 6000 };
const tank = {
  annotation_type: 'ellipse' as const,
  coordinates: { centerX: 1000, centerY: 600, radiusX: 50, radiusY: 40, theta: 0 },
  content: 'Tank',
};
const shed = {
  annotation_type: 'rectangle' as const,
  coordinates: { x: 1150, y: 500, width: 100, height: 200 },
  content: 'Shed',
};

describe('copies of annotations', () => {
  it('hold only shapes and labels, serialised as text', () => {
    const copied = copiedOf([tank, shed], sheet);
    expect(parsedCopies(JSON.stringify(copied))).toEqual(copied);
    expect(copied.marks[0]).toEqual({ type: 'ellipse', coordinates: tank.coordinates, content: 'Tank' });
  });

  it('are parsed from nothing else', () => {
    for (const text of ['', 'Tank', '{}', '[]', 'null', '{"sheet":{"width":1,"height":1},"marks":[{"content":"x"}]}'])
      expect(parsedCopies(text)).toBeNull();
    const wild = {
      sheet,
      marks: [{ type: 'ellipse', content: 'x', coordinates: { x: '1', y: 1, width: 1, height: 1 } }],
    };
    expect(parsedCopies(JSON.stringify(wild))).toBeNull();
  });

  it('keep size and relative position on another sheet', () => {
    const copied = copiedOf([shed], sheet);
    expect(copiesOn(copied, sheet, null)[0]?.coordinates).toEqual(shed.coordinates);
    // the centre is at 0.3 and 0.1 of the sheet
    expect(copiesOn(copied, { width: 2000, height: 3000 }, null)[0]?.coordinates).toEqual({
      ...{ x: 550, y: 200, width: 100, height: 200 },
    });
  });

  it('are centred under the pointer together, and stay on the sheet', () => {
    const copied = copiedOf([tank, shed], sheet);
    const [first, second] = copiesOn(copied, sheet, { x: 2000, y: 3000 });
    expect(first?.coordinates).toMatchObject({ centerX: 1900, centerY: 3000 });
    expect(second?.coordinates).toMatchObject({ width: 100, height: 200 });
    const [edge] = copiesOn(copied, sheet, { x: 0, y: 0 });
    expect(edge?.coordinates).toMatchObject({ centerX: 0, centerY: 0 });
  });

  it('are placed next to the originals, at the edge on the other side', () => {
    const corner = { ...shed, coordinates: { x: 3950, y: 5900, width: 100, height: 200 } };
    expect(duplicatesOf(copiedOf([tank], sheet), { x: 20, y: 20 })[0]?.coordinates).toMatchObject({
      ...{ centerX: 1020, centerY: 620 },
    });
    expect(duplicatesOf(copiedOf([corner], sheet), { x: 20, y: 20 })[0]?.coordinates).toMatchObject({
      ...{ x: 3930, y: 5880 },
    });
  });
});

import { boundaryBox, boundaryLayers, outlineLayer, radiusLayer } from '../../../map/boundary-layers.js';
import { geometryOfCorners, outlineProblem } from './outline.js';

const place = (longitude: number, latitude: number) => ({ longitude, latitude });
const SQUARE = [place(-73.982, 40.735), place(-73.98, 40.735), place(-73.98, 40.737), place(-73.982, 40.737)];

describe('a boundary that is drawn on the map', () => {
  it('is closed, and drawn while it has too few corners', () => {
    expect(geometryOfCorners(SQUARE).coordinates[0]).toHaveLength(5);
    const pathsOf = (count: number) => {
      const layer = outlineLayer(SQUARE.slice(0, count));
      return layer.kind === 'lines' ? layer.lines.map(({ path }) => path.length) : null;
    };
    expect([0, 1, 2, 3, 4].map(pathsOf)).toEqual([[], [], [2], [4], [5]]);
  });

  it('is refused in a sentence when its edges cross', () => {
    const [a, b, c, d] = SQUARE;
    expect(outlineProblem(SQUARE)).toBeNull();
    expect(outlineProblem(SQUARE.slice(0, 2))).toBeNull();
    expect(outlineProblem([a, c, b, d].flatMap((corner) => corner ?? []))).toContain('cross');
  });
});

describe('a boundary on the map', () => {
  const geometry = geometryOfCorners(SQUARE);

  it('has an area and a line, and a box', () => {
    expect(boundaryLayers(geometry).map(({ id, kind }) => [id, kind])).toEqual([
      ['boundary', 'areas'],
      ['boundary-line', 'lines'],
    ]);
    const { west, east, north, south } = boundaryBox(geometry);
    expect([west < east, north < south]).toEqual([true, true]);
  });

  it('has a line at each distance around it', () => {
    const layer = radiusLayer(geometry, [1, 0.5]);
    const lines = layer.kind === 'lines' ? layer.lines : [];
    expect(lines.map(({ name }) => name)).toEqual(['1 mile', '0.5 miles']);
    const [mile] = lines;
    const north = Math.max(...(mile?.path ?? []).map(({ latitude }) => latitude));
    // a mile north of the northern edge, in degrees of latitude
    expect(north - 40.737).toBeCloseTo(1_609.344 / 111_050, 4);
  });
});

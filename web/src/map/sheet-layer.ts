import type { CustomLayerInterface, CustomRenderMethodInput, Map as MapLibre } from 'maplibre-gl';
import type { DrawnSheet } from './drawn-sheet.js';
import { areApart, toMercator, tileMatrix, WORLD_PX, type Box } from './mercator.js';
import { SheetTiles, type TilePicture } from './sheet-tiles.js';
import {
  baseLevel,
  cornersOfTile,
  levelFor,
  parentOf,
  partOf,
  tileKey,
  tilesInView,
  type TileAt,
} from './tile-choice.js';

const VERTEX = `#version 300 es
in vec2 at;
uniform mat4 matrix;
uniform vec4 part;
out vec2 place;
void main() {
  place = part.xy + at * part.zw;
  gl_Position = matrix * vec4(at, 0.0, 1.0);
}`;

const FRAGMENT = `#version 300 es
precision mediump float;
in vec2 place;
uniform sampler2D picture;
uniform float opacity;
out vec4 colour;
void main() {
  colour = texture(picture, place) * opacity;
}`;

interface Program {
  program: WebGLProgram;
  vertices: WebGLVertexArrayObject;
  matrix: WebGLUniformLocation | null;
  part: WebGLUniformLocation | null;
  picture: WebGLUniformLocation | null;
  opacity: WebGLUniformLocation | null;
}

/** @throws Error with the compiler's words */
function shader(gl: WebGL2RenderingContext, type: number, source: string): WebGLShader {
  const made = gl.createShader(type);
  if (!made) throw new Error('The browser cannot create a shader');
  gl.shaderSource(made, source);
  gl.compileShader(made);
  if (!gl.getShaderParameter(made, gl.COMPILE_STATUS) && !gl.isContextLost())
    throw new Error(gl.getShaderInfoLog(made) ?? 'A shader does not compile');
  return made;
}

function programOf(gl: WebGL2RenderingContext): Program {
  const program = gl.createProgram();
  gl.attachShader(program, shader(gl, gl.VERTEX_SHADER, VERTEX));
  gl.attachShader(program, shader(gl, gl.FRAGMENT_SHADER, FRAGMENT));
  gl.linkProgram(program);
  const vertices = gl.createVertexArray();
  gl.bindVertexArray(vertices);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  // the unit square, as a strip of two triangles
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([0, 0, 1, 0, 0, 1, 1, 1]), gl.STATIC_DRAW);
  const at = gl.getAttribLocation(program, 'at');
  gl.enableVertexAttribArray(at);
  gl.vertexAttribPointer(at, 2, gl.FLOAT, false, 0, 0);
  gl.bindVertexArray(null);
  const uniform = (name: string) => gl.getUniformLocation(program, name);
  return {
    ...{ program, vertices, matrix: uniform('matrix'), part: uniform('part') },
    ...{ picture: uniform('picture'), opacity: uniform('opacity') },
  };
}

/** Draws placed sheets from their deep-zoom tiles: one textured quad per tile. */
export class SheetLayer implements CustomLayerInterface {
  readonly id = 'sheets';
  readonly type = 'custom';
  readonly renderingMode = '2d';
  private sheets: readonly DrawnSheet[] = [];
  private map: MapLibre | null = null;
  private drawing: Program | null = null;
  private tiles: SheetTiles | null = null;
  /** Quads of the last frame, for tests. */
  draws = 0;

  setSheets(sheets: readonly DrawnSheet[]): void {
    this.tiles?.keepOnly(sheets);
    this.sheets = sheets;
    this.map?.triggerRepaint();
  }

  /** Whether tiles of the current view are missing. */
  get isLoading(): boolean {
    return this.tiles?.isLoading === true;
  }

  onAdd(map: MapLibre, gl: WebGL2RenderingContext): void {
    this.map = map;
    // also after a lost context, which took everything with it
    this.tiles?.forget();
    this.drawing = programOf(gl);
    this.tiles = new SheetTiles(gl, () => map.triggerRepaint());
  }

  onRemove(): void {
    this.tiles?.destroy();
    this.tiles = null;
    this.map = null;
  }

  render(gl: WebGL2RenderingContext, { defaultProjectionData }: CustomRenderMethodInput): void {
    const { map, tiles } = this;
    if (!map || !tiles) return;
    if (!this.drawing || !gl.isProgram(this.drawing.program)) this.drawing = programOf(gl);
    const { drawing } = this;
    gl.useProgram(drawing.program);
    gl.bindVertexArray(drawing.vertices);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.disable(gl.DEPTH_TEST);
    gl.disable(gl.STENCIL_TEST);
    gl.activeTexture(gl.TEXTURE0);
    gl.uniform1i(drawing.picture, 0);
    const view = viewOf(map);
    const pixelsPerUnit = WORLD_PX * 2 ** map.getZoom() * devicePixelRatio;
    const matrix = defaultProjectionData.mainMatrix;
    this.draws = 0;
    tiles.beginFrame();
    for (const sheet of this.sheets) {
      if (sheet.opacity === 0 || areApart(sheet.box, view)) continue;
      gl.uniform1f(drawing.opacity, sheet.opacity);
      const base = baseLevel(sheet);
      for (const tile of tilesInView(sheet, levelFor(sheet, sheet.unit * pixelsPerUnit), view)) {
        const found = shownTile(tiles, sheet, tile, base);
        if (!found) continue;
        const [topLeft, topRight, bottomLeft] = cornersOfTile(sheet, tile);
        gl.uniformMatrix4fv(drawing.matrix, false, tileMatrix(matrix, [topLeft, topRight, bottomLeft]));
        gl.uniform4f(drawing.part, ...partOf(sheet, tile, found.tile, found.picture));
        gl.bindTexture(gl.TEXTURE_2D, found.picture.texture);
        gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
        this.draws += 1;
      }
    }
    gl.bindVertexArray(null);
    tiles.load();
  }
}

/** The tile, or a coarser one in its place while it loads. */
function shownTile(
  tiles: SheetTiles,
  sheet: DrawnSheet,
  tile: TileAt,
  base: number,
): { tile: TileAt; picture: TilePicture } | null {
  const own = tiles.get(sheet, tileKey(tile));
  if (own) return { tile, picture: own };
  tiles.want(sheet, tile);
  for (let coarser = tile; coarser.level > base;) {
    coarser = parentOf(coarser);
    const picture = tiles.get(sheet, tileKey(coarser));
    if (picture) return { tile: coarser, picture };
    // the coarsest arrives first
    if (coarser.level === base) tiles.want(sheet, coarser, true);
  }
  return null;
}

/** The visible part of the earth; more of it in a rotated view. */
function viewOf(map: MapLibre): Box {
  const bounds = map.getBounds();
  const [west, south] = toMercator({ longitude: bounds.getWest(), latitude: bounds.getSouth() });
  const [east, north] = toMercator({ longitude: bounds.getEast(), latitude: bounds.getNorth() });
  return { west, north, east, south };
}

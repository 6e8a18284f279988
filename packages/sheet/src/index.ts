/** The sheet engine for an application of its own; modules are also imported one by one (`@symbio/sheet/*`). */
export { sheetOfInfo, sheetsOfManifest, type ManifestSheet } from './adapters/iiif.js';
export { markOf, marksOf, type SymbioAnnotation } from './adapters/symbio.js';
export { markOfWebAnnotation, webAnnotationOf, type WebAnnotation } from './adapters/w3c.js';
export type { SheetTool } from './drawing/drawing.js';
export type { Ellipse, Point, Polygon, Rectangle, Shape, ShapeKind, Size } from './geometry/shapes.js';
export { simpleMark, type Mark, type Paint } from './marks/mark.js';
export { MARK_COLOUR } from './marks/paint.js';
export { openSheet, type OpenSheet, type OpenSheetOptions } from './open-sheet.js';
export { SheetController, type SheetElements } from './view/controller.js';
export type { SheetEvents, SheetView } from './view/gestures.js';
export type { DeepZoom, IiifImage, Sheet, TileSource, WholePicture } from './view/sheet.js';

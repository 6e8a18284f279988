export { ScreenshotFailure, type ScreenshotFailureReason } from './failures.js';
export { imageTypeOf, type ImageType } from './image-type.js';
export type { Redrawn } from './messages.js';
export { redrawScreenshot } from './redraw-screenshot.js';

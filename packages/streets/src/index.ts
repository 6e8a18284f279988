/** Street lines, their crossings, and proposals by reading. No network. */
export * from './names.js';
export * from './model.js';
export * from './read.js';
export * from './crossings.js';
export * from './lookup.js';
export * from './world.js';
export * from './labels.js';
export * from './crossings-at.js';
export * from './propose.js';
export * from './import.js';
export * from './rows.js';
export * from './street-lines.js';
export type { Raster } from './block-edges.js';
export type { ProposedPoint } from './proposed-points.js';

export { readConfig, type VisionConfig } from './config.js';
export type { Recorded } from './model.js';
export { startRecordedModel, type RecordedModel } from './recorded-model.js';
export { regionsOf, type Region } from './regions.js';
export { runVisionAgent, type VisionOptions, type VisionOutcome } from './vision-agent.js';

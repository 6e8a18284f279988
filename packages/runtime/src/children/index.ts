export { childEnvironment } from './config.js';
export { limitedNode, type NodeLimits } from './limited-node.js';

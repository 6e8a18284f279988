import type { InferenceSession, Tensor as OrtTensor } from 'onnxruntime-node';

export interface Network {
  run(input: Float32Array, dims: readonly number[]): Promise<Tensor>;
}

export interface Tensor {
  data: Float32Array;
  dims: readonly number[];
}

/** Single-threaded: two sheets in parallel use two processors better than one sheet with two threads. */
const SESSION: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
};

/**
 * Opens a model. Imports the 40 MB runtime lazily.
 *
 * @param alike inputs have one or two sizes: keep the runtime's memory between runs, 25 % faster; with many sizes it
 * would grow
 */
export async function networkOf(file: Buffer, { alike = false } = {}): Promise<Network> {
  const { InferenceSession, Tensor } = await import('onnxruntime-node');
  const session = await InferenceSession.create(file, { ...SESSION, enableCpuMemArena: alike });
  const [input = ''] = session.inputNames;
  const [output = ''] = session.outputNames;
  return {
    async run(data, dims) {
      const results = await session.run({ [input]: new Tensor('float32', data, [...dims]) });
      const result = results[output] as OrtTensor;
      // the runtime owns this memory and frees it on dispose: use at once
      return { data: result.data as Float32Array, dims: result.dims };
    },
  };
}

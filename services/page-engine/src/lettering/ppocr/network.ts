import type { InferenceSession, Tensor as OrtTensor } from 'onnxruntime-node';

/** A neural network with one input and one output. */
export interface Network {
  /** @param dims of the input: pictures, planes, rows, columns */
  run(input: Float32Array, dims: readonly number[]): Promise<Tensor>;
}

export interface Tensor {
  data: Float32Array;
  dims: readonly number[];
}

/** One thread each: two sheets side by side use two processors better than one sheet with two threads. */
const SESSION: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
};

/**
 * Opens a model's file. The runtime is loaded only here: it is 40 MB.
 *
 * @param alike inputs are all of one size or two: the runtime keeps its memory from run to run, which saves a quarter of the
 *   time; of inputs of many sizes it would keep too much, and gives memory back after each run
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
      // its memory is the runtime's own until it is disposed of: read at once, kept nowhere
      return { data: result.data as Float32Array, dims: result.dims };
    },
  };
}

import { streamConfig } from './nats.js';
import { jobStream } from './streams.js';

it('a stream is kept by as many servers as the settings say', () => {
  expect(streamConfig(jobStream('a'), 3)).toMatchObject({ name: 'JOBS_A', num_replicas: 3 });
});

import { childEnvironment } from './config.js';

it('passes no secret of the parent to a child', () => {
  process.env['SYMBIO_TEST_SECRET'] = 'known to the parent';
  try {
    const environment = childEnvironment({ OMP_THREAD_LIMIT: '1' });
    expect(Object.keys(environment).sort()).toEqual(['HOME', 'OMP_THREAD_LIMIT', 'PATH', 'TMPDIR']);
    expect(environment['PATH']).toBe(process.env['PATH']);
  } finally {
    delete process.env['SYMBIO_TEST_SECRET'];
  }
});

import { AppError } from '@symbio/runtime';
import { explainMongo, isMongoAway, isMongoPassing } from './mongo.js';

describe('an error of MongoDB', () => {
  it('names missing access to MongoDB, and the missing right', () => {
    const error = (name: string, code?: number) => Object.assign(new Error('…'), { name, code });
    expect(explainMongo(error('MongoServerError', 18), 'symbio_job')).toBe(
      'it refuses the user name or the password in MONGODB_URI.',
    );
    expect(explainMongo(error('MongoServerError', 13), 'symbio_job')).toContain(
      'the database symbio_job: the role readWrite on it is missing.',
    );
    const selection = Object.assign(error('MongoServerSelectionError'), { reason: { servers: new Map() } });
    expect(explainMongo(selection, 'symbio_job')).toBe('none of its servers is the primary.');
    const of = (type: string) => ({ reason: { servers: new Map([['a:1', { type, error: null }]]) } });
    const explained = (type: string): string =>
      explainMongo(Object.assign(error('MongoServerSelectionError'), of(type)), 'symbio_job');
    expect(explained('RSSecondary')).toBe('none of its servers is the primary.');
    // the driver timed out before a busy machine made its first connection
    expect(explained('Unknown')).toBe('it did not answer in time.');
  });

  it.each([10107, 13435, 11602, 189])('with code %d of a stepping-down primary is temporary', (code) => {
    expect(isMongoAway(Object.assign(new Error('not primary'), { name: 'MongoServerError', code }))).toBe(true);
    expect(isMongoAway(Object.assign(new Error('taken'), { name: 'MongoServerError', code: 11000 }))).toBe(false);
  });

  it('is not confused with a refusal by another service, whatever its gRPC code', () => {
    const refused = (code: number) => Object.assign(new Error('refused'), { code, metadata: {} });
    const error = (code: number) =>
      new AppError('PERMISSION_DENIED', 'not_authorized', 'Not authorized', { cause: refused(code) });
    expect([6, 7, 13].filter((code) => isMongoAway(error(code)) || isMongoPassing(error(code)))).toEqual([]);
  });
});

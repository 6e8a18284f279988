import { MongoClient } from 'mongodb';
import { connect } from 'nats';
import { describe, expect, it } from '@jest/globals';

describe('the servers of an integration run', () => {
  it('keep acknowledged writes in a MongoDB', async () => {
    const client = await MongoClient.connect(process.env.TEST_MONGODB_URI ?? '');
    try {
      const items = client.db('symbio_tools_test').collection<{ _id: string; at: number }>('items');
      await items.deleteMany({});
      await items.insertOne({ _id: 'a', at: 1 });
      await items.updateOne({ _id: 'a' }, { $inc: { at: 1 } });
      expect(await items.findOne({ _id: 'a' })).toEqual({ _id: 'a', at: 2 });
    } finally {
      await client.close();
    }
  });

  it('store streams in a NATS with JetStream', async () => {
    const connection = await connect({ servers: process.env.TEST_NATS_URL ?? '' });
    try {
      const manager = await connection.jetstreamManager();
      await manager.streams.add({ name: 'TOOLS_TEST', subjects: ['tools.test'] });
      const ack = await connection.jetstream().publish('tools.test', 'hello');
      expect(ack.stream).toBe('TOOLS_TEST');
      await manager.streams.delete('TOOLS_TEST');
    } finally {
      await connection.close();
    }
  });
});

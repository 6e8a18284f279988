import mongoose, { type Connection } from 'mongoose';

/** An unconnected connection, to inspect models. */
export function unconnected(): Connection {
  const connection = mongoose.createConnection();
  connection.set('autoIndex', false);
  connection.set('autoCreate', false);
  return connection;
}

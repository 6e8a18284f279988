import mongoose, { type Connection } from 'mongoose';

export function unconnected(): Connection {
  const connection = mongoose.createConnection();
  connection.set('autoIndex', false);
  connection.set('autoCreate', false);
  return connection;
}

import net from 'node:net';

/** A port of the loopback interface that nobody uses at the moment. */
export async function freePort(): Promise<number> {
  const server = net.createServer();
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as net.AddressInfo).port)),
  );
  await new Promise((resolve) => server.close(resolve));
  return port;
}

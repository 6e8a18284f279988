/** Stops the servers that global setup started. */
export default async function globalTeardown() {
  await globalThis.symbioTestServers?.stop();
}

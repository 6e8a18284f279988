/** Ends what the global setup of the same run started. */
export default async function globalTeardown() {
  await globalThis.symbioTestServers?.stop();
}

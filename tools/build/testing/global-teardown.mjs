export default async function globalTeardown() {
  await globalThis.symbioTestServers?.stop();
}

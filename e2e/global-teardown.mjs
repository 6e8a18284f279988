import { rmSync } from 'node:fs';

/** Stops the stack; its data and logs stay only when E2E_KEEP is set. */
export default async function globalTeardown() {
  const stack = globalThis.symbioStack;
  if (!stack) return;
  await stack.stop();
  if (process.env.E2E_KEEP) console.log(`The data and logs of the stack are kept in ${stack.dataDir}`);
  else rmSync(stack.dataDir, { recursive: true, force: true });
}

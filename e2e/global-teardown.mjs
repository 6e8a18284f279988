import { rmSync } from 'node:fs';

/** Stops the stacks; their data and logs stay only when E2E_KEEP is set. */
export default async function globalTeardown() {
  await Promise.all(
    (globalThis.symbioStacks ?? []).map(async (stack) => {
      await stack.stop();
      if (process.env.E2E_KEEP) console.log(`The data and logs of a stack are kept in ${stack.dataDir}`);
      else rmSync(stack.dataDir, { recursive: true, force: true });
    }),
  );
}

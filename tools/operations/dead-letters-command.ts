import { openRunningStores } from './backup/stores.js';
import type { Command } from './command.js';
import { deadLettersCommand, isCommand, USAGE } from './dead-letters.js';

/** Connects to NATS and MongoDB, runs one command of {@link deadLettersCommand}, ends. */
export const deadLetters: Command = {
  async run(args, { env, print }) {
    const isHelp = args[0] === '--help';
    if (isHelp || !isCommand(args)) {
      print(USAGE);
      return isHelp ? 0 : 2;
    }
    const stores = await openRunningStores(env);
    try {
      return await deadLettersCommand(stores, args, print);
    } finally {
      await stores.close();
    }
  },
};

import { withServers } from './backup/with-stores.js';
import type { Command } from './command.js';
import { deadLettersCommand, isCommand, USAGE } from './dead-letters.js';

export const deadLetters: Command = {
  usage: USAGE,
  async run(args, context) {
    const { print } = context;
    if (!isCommand(args)) {
      print(USAGE);
      return 2;
    }
    return withServers(context, (stores) => deadLettersCommand(stores, args, print));
  },
};

import { withServers } from './backup/with-stores.js';
import type { Command } from './command.js';
import { deadLettersCommand, isCommand, USAGE } from './dead-letters.js';

export const deadLetters: Command = {
  async run(args, context) {
    const { print } = context;
    const isHelp = args[0] === '--help';
    if (isHelp || !isCommand(args)) {
      print(USAGE);
      return isHelp ? 0 : 2;
    }
    return withServers(context, (stores) => deadLettersCommand(stores, args, print));
  },
};

/** What consumers and workers gave up: shown, sent again, dropped. */
import { deadLetters, drop, replay, type Broker, type DeadLetter } from '@symbio/kit';

const USAGE = `npm run dead-letters -- COMMAND

  list               what was given up: number, time, who gave up, the message's subject, why
  show NUMBER        one of them with its whole message
  replay NUMBER|all  send it again to where it came from, and forget it
  drop NUMBER|all    forget it

NATS_URL names the server; that of the local stack when absent. A job that failed for good is no dead letter: it is
listed among the jobs, and retried there.
`;

async function chosen(broker: Broker, which: string | undefined): Promise<DeadLetter[]> {
  const letters: DeadLetter[] = [];
  for await (const letter of deadLetters(broker))
    if (which === 'all' || String(letter.sequence) === which) letters.push(letter);
  return letters;
}

const summary = ({ sequence, at, consumer, subject, error }: DeadLetter): string =>
  `${sequence}  ${at.toISOString()}  ${consumer}  ${subject}  ${error}`;

/** Runs one command. Answers the exit code: 2 for a command that is none, 1 for a number that is not there. */
export async function deadLettersCommand(
  broker: Broker,
  [command, which]: readonly string[],
  print: (line: string) => void,
): Promise<number> {
  if (command === 'list') {
    const letters = await chosen(broker, 'all');
    letters.forEach((letter) => print(summary(letter)));
    if (letters.length === 0) print('Nothing was given up.');
    return 0;
  }
  const act = { show: undefined, replay, drop }[command ?? ''];
  if (which === undefined || (act === undefined && command !== 'show')) {
    print(USAGE);
    return 2;
  }
  const letters = await chosen(broker, which);
  if (letters.length === 0 && which !== 'all') {
    print(`There is no dead letter ${which}.`);
    return 1;
  }
  for (const letter of letters) {
    await act?.(broker, letter);
    print(
      act
        ? `${command === 'replay' ? 'Sent again' : 'Dropped'}: ${summary(letter)}`
        : JSON.stringify(letter, undefined, 2),
    );
  }
  return 0;
}

/** Child side of a one-task process; the parent is `run-in-child.ts`. */
import { TaskFailure, type TaskAnswer } from './task-failure.js';

/** @param work a thrown TaskFailure is sent to the parent, any other error ends the process */
export function serveTask<Task, Result>(work: (task: Task) => Promise<Result>): void {
  process.on('disconnect', () => process.exit(0));
  process.on('message', (task: Task) => {
    answer(work(task)).then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
        process.exit(1);
      },
    );
  });
}

async function answer(work: Promise<unknown>): Promise<void> {
  try {
    await send({ type: 'done', result: await work });
  } catch (error) {
    if (!isFailure(error)) throw error;
    const { reason, message, detail } = error;
    await send({ type: 'failed', reason, message, detail });
  }
}

const isFailure = (error: unknown): error is TaskFailure => error instanceof TaskFailure;

const send = (message: TaskAnswer<unknown>): Promise<void> =>
  new Promise((resolve, reject) => {
    if (!process.send) return reject(new Error('This program is started with a task only.'));
    process.send(message, (error: Error | null) => (error ? reject(error) : resolve()));
  });

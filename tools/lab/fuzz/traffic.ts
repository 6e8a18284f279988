import fs from 'node:fs';
import readline from 'node:readline';

/** Searches an `ndjson` report (one event a line, bodies in base64) for a word, and counts answers. */
async function lookInto(report: string, word: string): Promise<{ answers: number; isSeen: boolean }> {
  const traffic = { answers: 0, isSeen: false };
  for await (const line of readline.createInterface({ input: fs.createReadStream(report) })) {
    if (line.includes(word)) traffic.isSeen = true;
    // of an answer it is called content, of a request body
    for (const [, name, body = ''] of line.matchAll(/"(\w+)":\{"\$base64":"([^"]*)"/g)) {
      if (name === 'content') traffic.answers++;
      if (Buffer.from(body, 'base64').includes(word)) traffic.isSeen = true;
    }
  }
  return traffic;
}

/** Faults as sentences: the answers show content that the key may not see, or could not be searched. */
export async function problemsOf(report: string, canary: string): Promise<string[]> {
  if (!fs.existsSync(report))
    return [`Schemathesis wrote no ${report}: whether an answer showed what the key may not see is not known.`];
  const { answers, isSeen } = await lookInto(report, canary);
  if (isSeen) return [`An answer showed the project ${canary}, which the key may not see: ${report}`];
  return answers === 0 ? [`There is no answer in ${report}: nothing was looked at.`] : [];
}

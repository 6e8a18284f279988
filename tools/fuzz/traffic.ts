import fs from 'node:fs';
import readline from 'node:readline';

/** Looks for a word in a report of the kind `ndjson`, which has an event a line and bodies in base64; and counts answers. */
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

/** What must not be about the answers, as sentences: that they show what the key may not see, or that nobody could look. */
export async function problemsOf(report: string, canary: string): Promise<string[]> {
  if (!fs.existsSync(report))
    return [`Schemathesis wrote no ${report}: whether an answer showed what the key may not see is not known.`];
  const { answers, isSeen } = await lookInto(report, canary);
  if (isSeen) return [`An answer showed the project ${canary}, which the key may not see: ${report}`];
  return answers === 0 ? [`There is no answer in ${report}: nothing was looked at.`] : [];
}

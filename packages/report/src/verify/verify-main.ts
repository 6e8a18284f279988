/** Checks a delivered report: verify-main.js FOLDER [PUBLIC KEY] */
import { conclusionOf, verifyReport } from './verify-report.js';

const [folder, publicKey] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Name the folder: npm run verify-report -- FOLDER [PUBLIC KEY]');
  process.exit(2);
}
const findings = await verifyReport(folder, publicKey === undefined ? {} : { publicKey });
for (const { code, message } of findings) console.log(`${code}: ${message}`);
console.log(conclusionOf(findings));
process.exitCode = findings.length === 0 ? 0 : 1;

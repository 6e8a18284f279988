/** PDF/A as veraPDF judges it: https://verapdf.org, from Maven Central. */
import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { findJava } from '../../../dev/keycloak.js';
import { madeOnce } from '../../../dev/made-once.js';
import { runDependencyPlugin } from '../../../dev/maven.js';
import { cacheDir, onPath, repoRoot } from '../../../dev/paths.js';
import { messageOf } from '../../../dev/start-error.js';
import { MissingProgram } from './missing-program.js';

const VERSION = '1.28.2';
/** The standard that reports claim. */
const PROFILE = '3a';
const PROGRAM = path.join(repoRoot, 'tools', 'lab', 'bench', 'report', 'PdfRules.java');
/** A PDF of 46 MB needs up to 110 s. */
const GIVE_UP_MS = 600_000;
const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>symbio</groupId>
  <artifactId>vera-pdf</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.verapdf</groupId>
      <artifactId>validation-model</artifactId>
      <version>${VERSION}</version>
    </dependency>
  </dependencies>
</project>
`;

interface VeraPdf {
  java: string;
  /** Folder of its JAR files. */
  libraries: string;
}

/** Fetches veraPDF once. @throws MissingProgram without a JDK, or where it cannot be fetched */
export async function findVeraPdf(env: NodeJS.ProcessEnv, say: (line: string) => void): Promise<VeraPdf> {
  const java = await findJava(env).catch(() => undefined);
  if (java === undefined || !existsSync(path.join(path.dirname(realpathSync(java)), 'javac')))
    throw new MissingProgram('no Java 17 or newer with a compiler (JDK)');
  const libraries = path.join(cacheDir, `verapdf-${VERSION}`);
  if (existsSync(libraries)) return { java, libraries };
  const maven = onPath('mvn');
  if (maven === undefined) throw new MissingProgram('no Maven (mvn), which fetches veraPDF');
  say(`Fetching veraPDF ${VERSION} with Maven (9 MB, once) ...`);
  await madeOnce(libraries, async (draft) => {
    await writeFile(path.join(draft, 'pom.xml'), POM);
    const out = path.join(draft, 'libraries');
    await runDependencyPlugin(maven, ['copy-dependencies', `-DoutputDirectory=${out}`], { cwd: draft });
    return out;
  }).catch((cause: unknown) => {
    throw new MissingProgram(`veraPDF could not be fetched with Maven (${messageOf(cause)})`, { cause });
  });
  return { java, libraries };
}

/** Rules of PDF/A-3a that a file violates, each with its clause and the number of violations. */
export async function violatedRules({ java, libraries }: VeraPdf, pdf: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)(
    java,
    ['-Xmx1500m', '-cp', path.join(libraries, '*'), PROGRAM, PROFILE, pdf],
    { timeout: GIVE_UP_MS, maxBuffer: 10e6 },
  );
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [clause, number, violations, text] = line.split('\t');
      return `${clause}-${number} (${violations}): ${text}`;
    });
}

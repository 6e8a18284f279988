import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { nodeProgram } from '../dev/paths.js';
import type { MadePage } from './pipeline-times.js';
import type { TileServerAddress } from './tile-server.js';

/** Path prefix of a page's tiles. @throws for an unknown page */
export function prefixOf({ prefixes }: TileServerAddress, pageNumber: number): string {
  const prefix = prefixes.find((each) => each.pageNumber === pageNumber);
  if (!prefix) throw new Error(`page ${pageNumber} has no tiles`);
  return prefix.path;
}

/** The document service's file server in a process of its own. */
export interface RunningTileServer {
  address: TileServerAddress;
  pid: number;
  stop: () => Promise<void>;
}

/**
 * Starts it over the pyramids of one run of the pipeline.
 *
 * @param store BLOB_URL of where they lie
 * @param tileBytes bytes of tiles it keeps; as the product does when left out
 */
export async function startTileServer(
  store: string,
  pages: readonly MadePage[],
  tileBytes?: number,
): Promise<RunningTileServer> {
  const kept = tileBytes === undefined ? [] : [String(tileBytes)];
  const parameters = [...nodeProgram('bench/tile-server'), store, JSON.stringify(pages), ...kept];
  const child = spawn(process.execPath, parameters, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return {
    address: JSON.parse(await firstLine(child, ended)) as TileServerAddress,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function firstLine({ stdout }: ChildProcess, ended: Promise<void>): Promise<string> {
  return new Promise((resolve, reject) => {
    if (stdout) createInterface(stdout).once('line', resolve);
    void ended.then(() => reject(new Error('the tile server ended before it served')));
  });
}

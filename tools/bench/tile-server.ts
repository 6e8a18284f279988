// Program: the document service's file server in a process of its own, over the pyramids of one run of the pipeline.
// Prints its address and the signed prefix of each page's tiles as JSON, and ends with its standard input.
//
//   node tile-server.js BLOB_URL PAGES_AS_JSON [BYTES_OF_TILES_KEPT]
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openBlobStore, type BlobStore } from '@symbio/kit';
import { LOOPBACK } from '@symbio/fixtures/ports';
import { documentModule } from './document-service.js';
import type { MadePage } from './pipeline-times.js';

interface StoredPyramid {
  imagePath: string;
  contentHash: string;
  tileFormat: 'jpg' | 'png';
  width: number;
  height: number;
}

/** The part of services/document/src/files/file-server.ts that is used here. */
interface FileServerModule {
  createFileServer: (options: {
    blobs: BlobStore;
    pyramids: { find: (documentId: string, pageNumber: number) => Promise<StoredPyramid | null> };
    secrets: readonly string[];
    tileBytes?: number;
    log: { error: (...values: unknown[]) => void; warn: (...values: unknown[]) => void };
  }) => { answer: (request: IncomingMessage, response: ServerResponse) => void };
}

/** The part of services/document/src/files/tile-addresses.ts that is used here. */
interface TileAddressesModule {
  createTileSigner: (options: {
    secret: string;
  }) => (page: { documentId: string; pageNumber: number; contentHash: string }) => string;
}

/** What the program prints. */
export interface TileServerAddress {
  url: string;
  /** Page numbers with the path that their tiles begin with. */
  prefixes: { pageNumber: number; path: string }[];
}

const DOCUMENT_ID = 'benchmark';
/** Signs addresses of this process only, which serves made-up sheets to its own machine. */
const SECRET = 'benchmark-of-tiles-on-this-machine';

const [store, list, tileBytes] = process.argv.slice(2);
if (!store || !list) throw new Error('Say where the pages are and which there are.');
const pages = JSON.parse(list) as MadePage[];
const { createFileServer } = await documentModule<FileServerModule>('files/file-server');
const { createTileSigner } = await documentModule<TileAddressesModule>('files/tile-addresses');
const sign = createTileSigner({ secret: SECRET });
const { answer } = createFileServer({
  blobs: await openBlobStore(store, { secret: SECRET }),
  ...(tileBytes && { tileBytes: Number(tileBytes) }),
  pyramids: {
    find: (_documentId, pageNumber) => {
      const page = pages.find((each) => each.pageNumber === pageNumber);
      if (!page) return Promise.resolve(null);
      const { pyramidFile, hash, format, width, height } = page;
      return Promise.resolve({ imagePath: pyramidFile, contentHash: hash, tileFormat: format, width, height });
    },
  },
  secrets: [SECRET],
  log: console,
});
const server = createServer(answer);
server.listen(0, LOOPBACK, () => {
  const address: TileServerAddress = {
    url: `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`,
    prefixes: pages.map(({ pageNumber, hash }) => ({
      pageNumber,
      path: sign({ documentId: DOCUMENT_ID, pageNumber, contentHash: hash }),
    })),
  };
  console.log(JSON.stringify(address));
});
process.stdin.resume().on('end', () => process.exit(0));

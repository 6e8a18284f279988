// Plain JavaScript: jest loads this file itself, outside its TypeScript transform.
import { LibraryBundle } from './library-bundle.mjs';

const GROUPS = {
  check: ['fast-check'],
  docx: ['docx'],
  excel: ['read-excel-file/node', 'write-excel-file/node'],
  express: ['express', 'express-rate-limit', 'helmet'],
  grpc: ['@grpc/grpc-js', '@grpc/proto-loader', '@grpc/reflection', 'grpc-health-check'],
  jose: ['jose'],
  keycloak: ['keycloak-connect'],
  mail: ['nodemailer'],
  mcp: [
    '@modelcontextprotocol/sdk/client/index.js',
    '@modelcontextprotocol/sdk/client/streamableHttp.js',
    '@modelcontextprotocol/sdk/server/mcp.js',
    '@modelcontextprotocol/sdk/server/streamableHttp.js',
    '@modelcontextprotocol/sdk/types.js',
  ],
  metrics: ['prom-client', '@opentelemetry/api'],
  mongoose: ['mongoose', 'mongodb'],
  nats: ['nats'],
  pino: ['pino'],
  protobuf: ['@bufbuild/protobuf/wire'],
  proxy: ['http-proxy-middleware'],
  s3: ['@aws-sdk/client-s3', '@aws-sdk/lib-storage', '@aws-sdk/s3-request-presigner'],
  zod: ['zod', 'zod-openapi'],
};

export const nodeLibraries = new LibraryBundle('libraries', GROUPS, 'packages/rpc', {
  platform: 'node',
  target: 'node20',
});

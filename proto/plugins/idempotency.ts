/**
 * `buf generate` plugin: lists methods safe to retry (`option idempotency_level`) for clients. ts-proto omits this
 * option from its grpc-js output.
 */
import { readFileSync, writeSync } from 'node:fs';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import {
  CodeGeneratorRequestSchema,
  CodeGeneratorResponseSchema,
  CodeGeneratorResponse_Feature as Feature,
  MethodOptions_IdempotencyLevel as Level,
} from '@bufbuild/protobuf/wkt';

const STDIN = 0;
const STDOUT = 1;

const request = fromBinary(CodeGeneratorRequestSchema, readFileSync(STDIN));
const lines = request.protoFile
  .filter(({ name }) => request.fileToGenerate.includes(name))
  .flatMap((file) => file.service.map((service) => ({ path: `/${file.package}.${service.name}`, service })))
  .flatMap(({ path, service }) => service.method.map((method) => ({ path: `${path}/${method.name}`, method })))
  .map(({ path, method }) => ({ path, level: method.options?.idempotencyLevel ?? Level.IDEMPOTENCY_UNKNOWN }))
  .filter(({ level }) => level !== Level.IDEMPOTENCY_UNKNOWN)
  .map(({ path, level }) => `  ['${path}', '${Level[level]}'],\n`);
const content = `// Made by proto/plugins/idempotency.ts. DO NOT EDIT.
/** Paths of the methods that may be repeated, and why. */
export const idempotency: ReadonlyMap<string, 'NO_SIDE_EFFECTS' | 'IDEMPOTENT'> = new Map([
${lines.join('')}]);
`;
const response = create(CodeGeneratorResponseSchema, {
  supportedFeatures: BigInt(Feature.PROTO3_OPTIONAL),
  file: [{ name: 'idempotency.ts', content }],
});
writeSync(STDOUT, toBinary(CodeGeneratorResponseSchema, response));

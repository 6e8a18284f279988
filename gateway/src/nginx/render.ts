import type { Request, Response } from 'express';
import { HSTS, securityHeaders } from '../http/security-headers.js';
import { ASSETS_CACHE, ASSETS_PATH, GATEWAY_PATHS, PAGES_CACHE, TILES_PATH } from '../web/paths.js';

/** Maximum proxied upload: 200 MB plus form overhead. */
const MAX_BODY = '210m';
/** Upload forms have no total limit here: the gateway limits and streams them. A trailing slash is allowed. */
const FORMS = '^/api/(?:documents|projects/[^/]+/site-visits/[^/]+/photos)/?$';
/** Idle timeout in seconds; live connections have a heartbeat every 15 s. */
const TRANSFER_TIMEOUT_SECONDS = 3600;
/** Keep-alive in seconds, below the gateway's (65). */
const KEEPALIVE_SECONDS = 30;

/** Security headers of the gateway over plain HTTP, by name, produced by its own handler. */
export function headersOfPages(): Map<string, string> {
  const headers = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: unknown) => void headers.set(name, String(value)),
    removeHeader: (name: string) => void headers.delete(name),
  };
  securityHeaders(false)({ secure: false } as Request, response as unknown as Response, (error?: unknown) => {
    if (error) throw error as Error;
  });
  return headers;
}

const quoted = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

const added = (headers: [string, string][]): string =>
  [
    ...headers.map(([name, value]) => `add_header ${name} ${quoted(value)} always;`),
    'add_header Strict-Transport-Security $hsts always;',
  ].join('\n');

/** Headers nginx adds to files: the file server's policy, which permits no scripts. */
const ofFiles = (): [string, string][] =>
  [...headersOfPages()].filter(([name]) => name.toLowerCase() !== 'content-security-policy');

/** Included wherever nginx responds itself; gateway responses carry the headers already. */
function securityConf(): string {
  return `${added([...headersOfPages()])}\n`;
}

const PROXY_CONF = `proxy_pass http://gateway;
proxy_http_version 1.1;
proxy_set_header Connection "";
proxy_set_header Host $http_host;
proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
proxy_set_header X-Forwarded-Proto $forwarded_proto;
proxy_set_header X-Forwarded-Host $forwarded_host;
# stream uploads, live changes and downloads without buffering
proxy_request_buffering off;
proxy_buffering off;
proxy_connect_timeout 5s;
proxy_send_timeout ${TRANSFER_TIMEOUT_SECONDS}s;
proxy_read_timeout ${TRANSFER_TIMEOUT_SECONDS}s;
`;

/** Tiles come directly from the file server; the signed URL is the permission. */
const tilesConf = (): string => `proxy_pass http://tiles;
proxy_http_version 1.1;
proxy_set_header Connection "";
proxy_set_header Host $http_host;
proxy_set_header X-Request-Id $known_request_id;
${[...ofFiles().map(([name]) => name), 'Strict-Transport-Security', 'X-Request-Id'].map((name) => `proxy_hide_header ${name};\n`).join('')}${added(ofFiles())}
add_header X-Request-Id $known_request_id always;
proxy_connect_timeout 5s;
proxy_read_timeout 60s;
# buffer whole tiles, which frees the file server
proxy_buffers 32 16k;
proxy_max_temp_file_size 0;
`;

/** Media types of files; the same as the gateway's (tested). */
export const TYPES: Readonly<Record<string, readonly string[]>> = {
  'text/html': ['html'],
  'text/css': ['css'],
  'text/javascript': ['js', 'mjs'],
  'application/json': ['json'],
  'application/manifest+json': ['webmanifest'],
  'application/wasm': ['wasm'],
  'image/svg+xml': ['svg'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/webp': ['webp'],
  'image/vnd.microsoft.icon': ['ico'],
  'font/woff2': ['woff2'],
  'font/woff': ['woff'],
  'font/ttf': ['ttf'],
  'text/plain': ['txt'],
};

/** nginx's own error page in the gateway's format. */
const refusal = (at: string, status: number, code: string, error: string, more = ''): string => `
    location ${at} {
      internal;
      include security-headers.conf;
      add_header Cache-Control no-store always;${more}
      default_type application/json;
      return ${status} '{"error":"${error}","code":"${code}","request_id":"$request_id"}';
    }`;

/** Regex locations only within /api/, as they precede all other paths. */
const formsOfFiles = `
      location ~ ${FORMS} {
        client_max_body_size 0;
        include proxy.conf;
      }`;

const proxied = GATEWAY_PATHS.flatMap((at) => (at.includes('.') ? [`= ${at}`] : [`= ${at}`, `^~ ${at}/`])).map(
  (at) => `
    location ${at} {
      include proxy.conf;${at === '^~ /api/' ? formsOfFiles : ''}
    }`,
);

/** @param folders nginx's folders; the image's by default */
function nginxConf({ web, scratch, modules }: NginxFolders): string {
  return `# Written by gateway/src/nginx/render.ts: who answers what, and with which headers, is the gateway's to say.
load_module ${modules}/ngx_http_brotli_static_module.so;
worker_processes 2;
worker_rlimit_nofile 8192;
pid ${scratch}/nginx.pid;
error_log stderr warn;
events {
  worker_connections 4096;
}
http {
  types {
${Object.entries(TYPES)
  .map(([type, extensions]) => `    ${type} ${extensions.join(' ')};`)
  .join('\n')}
  }
  default_type application/octet-stream;
  charset utf-8;
  charset_types text/html text/css text/javascript text/plain application/json application/manifest+json;
  sendfile on;
  tcp_nopush on;
  server_tokens off;
  keepalive_timeout 75s;
  client_max_body_size ${MAX_BODY};
  client_body_timeout ${TRANSFER_TIMEOUT_SECONDS}s;
  large_client_header_buffers 4 16k;
  client_body_temp_path ${scratch}/client_body;
  proxy_temp_path ${scratch}/proxy;
  fastcgi_temp_path ${scratch}/fastcgi;
  uwsgi_temp_path ${scratch}/uwsgi;
  scgi_temp_path ${scratch}/scgi;
  # compressed at build
  brotli_static on;
  gzip_static on;
  gzip_vary on;

  log_format line escape=json '{"time":"$time_iso8601","request_id":"$request_id","method":"$request_method","path":"$uri",'
    '"status":$status,"bytes":$body_bytes_sent,"seconds":$request_time}';
  map $uri $worth_a_line {
    /healthz 0;
    default 1;
  }
  access_log /dev/stdout line if=$worth_a_line;

  # headers of a proxy in front
  map $http_x_forwarded_proto $forwarded_proto {
    default $scheme;
    ~^https? $http_x_forwarded_proto;
  }
  map $http_x_forwarded_host $forwarded_host {
    default $http_host;
    ~. $http_x_forwarded_host;
  }
  map $forwarded_proto $hsts {
    default "";
    ~^https "${HSTS}";
  }
  # same rules as the gateway
  map $http_x_request_id $known_request_id {
    default $request_id;
    "~^[\\w.-]{1,100}$" $http_x_request_id;
  }
  # gateways and file servers, by start.sh
  include ${scratch}/gateway.conf;

  server {
    # by start.sh
    include ${scratch}/listen.conf;
    root ${web};
    error_page 502 504 =503 @away;
    error_page 413 @too_large;

    location = /healthz {
      default_type application/json;
      return 200 '{"status":"ok"}';
    }

    location ^~ ${TILES_PATH} {
      include tiles.conf;
    }${proxied.join('')}

    location ^~ ${ASSETS_PATH} {
      include security-headers.conf;
      add_header Cache-Control $assets_cache always;
      try_files $uri =404;
    }

    location / {
      include security-headers.conf;
      add_header Cache-Control ${quoted(PAGES_CACHE)} always;
      try_files $uri /index.html;
    }
${refusal('@away', 503, 'unavailable', 'Symbio is not available right now. Please try again in a moment.', '\n      add_header Retry-After 5 always;')}
${refusal('@too_large', 413, 'too_large', 'The upload is too large: at most 200 MB.')}
  }

  # a missing file may exist after the next release
  map $status $assets_cache {
    default no-store;
    ~^(?:20|304) ${quoted(ASSETS_CACHE)};
  }
}
`;
}

const START_SCRIPT = (scratch: string): string => `set -eu
# Addresses and IPv6 support are known only at start.
for address in "$GATEWAY_ADDR" "\${TILES_ADDR:=$GATEWAY_ADDR}"; do
  case "$address" in
    *[!][A-Za-z0-9.:_-]* | '') echo "GATEWAY_ADDR, TILES_ADDR: must look like host:port, not \\"$address\\"" >&2; exit 1 ;;
  esac
done
upstream() { printf 'upstream %s {\\n%s  keepalive 64;\\n  keepalive_timeout ${KEEPALIVE_SECONDS}s;\\n}\\n' "$1" "$2"; }
{
  upstream gateway "  server $GATEWAY_ADDR;
"
  # listed twice, so that a failed request is retried on another replica
  upstream tiles "  server $TILES_ADDR max_fails=0;
  server $TILES_ADDR max_fails=0;
"
} >${scratch}/gateway.conf
{ echo 'listen 8080;'; if [ -e /proc/net/if_inet6 ]; then echo 'listen [::]:8080;'; fi; } >${scratch}/listen.conf
exec /usr/sbin/nginx -e stderr -c /etc/nginx/nginx.conf -g 'daemon off;'
`;

export interface NginxFolders {
  web: string;
  scratch: string;
  modules: string;
}

const IMAGE_FOLDERS: NginxFolders = { web: '/app/web', scratch: '/tmp', modules: '/usr/lib/nginx/modules' };

/** nginx configuration files by name, for /etc/nginx; `start.sh` starts it. */
export const nginxFiles = (folders: NginxFolders = IMAGE_FOLDERS): Readonly<Record<string, string>> => ({
  'nginx.conf': nginxConf(folders),
  'security-headers.conf': securityConf(),
  'proxy.conf': PROXY_CONF,
  'tiles.conf': tilesConf(),
  'start.sh': START_SCRIPT(folders.scratch),
});

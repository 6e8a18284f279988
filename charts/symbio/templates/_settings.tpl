{{/* One template for each setting that a process of files/processes.yaml asks for: what comes after `name:` in its environment;
nothing leaves it out. A setting without a template is an error, and a test compares the two lists.
The context is (dict "root" $ "name" process). */}}

{{/* From a Secret: (dict "secret" {name, key} "optional" bool). */}}
{{- define "symbio.fromSecret" -}}
valueFrom:
  secretKeyRef:
    name: {{ .name }}
    key: {{ .key }}
    {{- if .optional }}
    optional: true
    {{- end }}
{{- end -}}

{{- define "symbio.setting.MONGODB_URI" -}}
{{- $mongodb := .root.Values.mongodb -}}
{{- if $mongodb.bundled -}}
{{- $host := printf "%s-mongodb-0.%s-mongodb" (include "symbio.fullname" .root) (include "symbio.fullname" .root) -}}
value: mongodb://{{ $host }}:27017/?{{ with $mongodb.replicaSet }}replicaSet={{ . }}&w=majority&retryWrites=true{{ else }}w=1{{ end }}&journal=true
{{- else -}}
{{- include "symbio.fromSecret" .root.Values.secrets.mongodb -}}
{{- end -}}
{{- end -}}

{{- define "symbio.setting.NATS_URL" -}}
{{- include "symbio.fromSecret" (dict "name" (include "symbio.natsSecret" .) "key" .root.Values.secrets.nats.key) -}}
{{- end -}}

{{/* The Secret with the address and the credentials of NATS: (dict "root" $ "name" process). */}}
{{- define "symbio.natsSecret" -}}
{{- $nats := .root.Values.secrets.nats -}}
{{- ternary (printf "%s-%s" $nats.prefix .name) $nats.name (not (empty $nats.prefix)) -}}
{{- end -}}

{{/* Files with which a process signs in to NATS: paths in the mounted folder, by Secret and key. */}}
{{- define "symbio.natsFiles" -}}
{{- $secrets := .root.Values.secrets -}}
{{- with $secrets.nats.credentialsKey }}
- { secret: {{ include "symbio.natsSecret" $ }}, key: {{ . }}, path: nats.creds }
{{- end }}
{{- with $secrets.natsTls }}
{{- if .name }}
- { secret: {{ .name }}, key: {{ .certificate }}, path: tls.crt }
- { secret: {{ .name }}, key: {{ .key }}, path: tls.key }
{{- with .authority }}
- { secret: {{ $secrets.natsTls.name }}, key: {{ . }}, path: ca.crt }
{{- end }}
{{- end }}
{{- end }}
{{- end -}}

{{/* One of these files, if it is there: (dict "root" $ "name" process "path" name). */}}
{{- define "symbio.natsFile" -}}
{{- $path := .path -}}
{{- range include "symbio.natsFiles" . | fromYamlArray -}}
{{- if eq .path $path -}}
value: /etc/symbio-nats-client/{{ .path }}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "symbio.setting.NATS_CREDENTIALS_FILE" -}}
{{- include "symbio.natsFile" (merge (dict "path" "nats.creds") .) -}}
{{- end -}}

{{- define "symbio.setting.NATS_CERTIFICATE_FILE" -}}
{{- include "symbio.natsFile" (merge (dict "path" "tls.crt") .) -}}
{{- end -}}

{{- define "symbio.setting.NATS_KEY_FILE" -}}
{{- include "symbio.natsFile" (merge (dict "path" "tls.key") .) -}}
{{- end -}}

{{- define "symbio.setting.NATS_AUTHORITY_FILE" -}}
{{- include "symbio.natsFile" (merge (dict "path" "ca.crt") .) -}}
{{- end -}}

{{- define "symbio.setting.INTERNAL_SIGNING_KEY" -}}
{{- $signing := .root.Values.secrets.signing -}}
{{- include "symbio.fromSecret" (dict "name" (printf "%s-%s" $signing.prefix .name) "key" $signing.key) -}}
{{- end -}}

{{- define "symbio.setting.INTERNAL_PUBLIC_KEYS" -}}
{{- $keys := .root.Values.secrets.publicKeys -}}
valueFrom:
  {{ ternary "configMapKeyRef" "secretKeyRef" $keys.configMap }}:
    name: {{ $keys.name }}
    key: {{ $keys.key }}
{{- end -}}

{{- define "symbio.keycloakUrl" -}}
{{- if .Values.keycloak.url -}}
{{- .Values.keycloak.url -}}
{{- else -}}
http://{{ include "symbio.fullname" . }}-keycloak:8080
{{- end -}}
{{- end -}}

{{- define "symbio.setting.KEYCLOAK_URL" -}}
value: {{ include "symbio.keycloakUrl" .root | quote }}
{{- end -}}

{{- define "symbio.setting.KEYCLOAK_REALM" -}}
value: {{ .root.Values.keycloak.realm | quote }}
{{- end -}}

{{- define "symbio.setting.KEYCLOAK_CLIENT" -}}
value: {{ .root.Values.keycloak.client | quote }}
{{- end -}}

{{- define "symbio.setting.KEYCLOAK_ADMIN_CLIENT" -}}
value: {{ .root.Values.keycloak.adminClient | quote }}
{{- end -}}

{{- define "symbio.setting.KEYCLOAK_ADMIN_SECRET" -}}
{{- include "symbio.fromSecret" .root.Values.secrets.keycloak -}}
{{- end -}}

{{- define "symbio.setting.SMTP_URL" -}}
{{- if .root.Values.mail.bundled -}}
value: smtp://{{ include "symbio.fullname" .root }}-mail:1025
{{- else if .root.Values.mail.enabled -}}
{{- include "symbio.fromSecret" .root.Values.secrets.smtp -}}
{{- end -}}
{{- end -}}

{{- define "symbio.setting.MAIL_FROM" -}}
value: {{ .root.Values.mail.from | quote }}
{{- end -}}

{{- define "symbio.setting.AI_BASE_URL" -}}
{{- with .root.Values.ai.baseUrl -}}
value: {{ . | quote }}
{{- end -}}
{{- end -}}

{{- define "symbio.setting.AI_MODEL" -}}
{{- with .root.Values.ai.model -}}
value: {{ . | quote }}
{{- end -}}
{{- end -}}

{{- define "symbio.setting.AI_API_KEY" -}}
{{- if .root.Values.ai.baseUrl -}}
{{- include "symbio.fromSecret" (merge (dict "optional" true) .root.Values.secrets.ai) -}}
{{- end -}}
{{- end -}}

{{- define "symbio.setting.SECRET_WORD" -}}
{{- include "symbio.fromSecret" .root.Values.secrets.words -}}
{{- end -}}

{{- define "symbio.setting.PUBLIC_URL" -}}
value: {{ .root.Values.publicUrl | quote }}
{{- end -}}

{{- define "symbio.setting.SUPPORT_EMAIL" -}}
{{- with .root.Values.supportEmail -}}
value: {{ . | quote }}
{{- end -}}
{{- end -}}

{{/* accounts whose passwords are public are for the local stack */}}
{{- define "symbio.setting.SYMBIO_LOCAL" -}}
{{- end -}}

{{- define "symbio.setting.BLOB_URL" -}}
{{- $s3 := .root.Values.s3 -}}
{{- if .root.Values.folder.enabled -}}
value: file:///blobs
{{- else -}}
{{- $endpoint := $s3.endpoint -}}
{{- $pathStyle := $s3.pathStyle -}}
{{- if $s3.bundled -}}
{{- $endpoint = printf "http://%s-s3:7070" (include "symbio.fullname" .root) -}}
{{- $pathStyle = true -}}
{{- end -}}
{{- $query := list (printf "region=%s" $s3.region) -}}
{{- with $endpoint }}{{ $query = append $query (printf "endpoint=%s" (urlquery .)) }}{{ end -}}
{{- with $s3.publicEndpoint }}{{ $query = append $query (printf "public_endpoint=%s" (urlquery .)) }}{{ end -}}
{{- if $pathStyle }}{{ $query = append $query "path_style=1" }}{{ end -}}
{{- if not $s3.conditionalWrites }}{{ $query = append $query "conditional_writes=0" }}{{ end -}}
{{- with $s3.sse }}{{ $query = append $query (printf "sse=%s" .) }}{{ end -}}
{{- with $s3.sseKey }}{{ $query = append $query (printf "sse_key=%s" (urlquery .)) }}{{ end -}}
value: {{ printf "s3://%s%s?%s" (include "symbio.bucket" .root) (ternary "" (printf "/%s" $s3.prefix) (empty $s3.prefix)) (join "&" $query) | quote }}
{{- end -}}
{{- end -}}

{{- define "symbio.bucket" -}}
{{- default "symbio" .Values.s3.bucket -}}
{{- end -}}

{{/* Whether a process works with a bucket: where files are in a folder, backups may lead to one all the same. */}}
{{- define "symbio.usesBucket" -}}
{{- if or (not .root.Values.folder.enabled) (and (eq .name "operations") (hasPrefix "s3://" .root.Values.backup.url)) }}true{{ end -}}
{{- end -}}

{{- define "symbio.setting.AWS_ACCESS_KEY_ID" -}}
{{- if and (include "symbio.usesBucket" .) .root.Values.s3.accessKey -}}
{{- $s3 := .root.Values.secrets.s3 -}}
{{- include "symbio.fromSecret" (dict "name" $s3.name "key" $s3.accessKeyId) -}}
{{- end -}}
{{- end -}}

{{- define "symbio.setting.AWS_SECRET_ACCESS_KEY" -}}
{{- if and (include "symbio.usesBucket" .) .root.Values.s3.accessKey -}}
{{- $s3 := .root.Values.secrets.s3 -}}
{{- include "symbio.fromSecret" (dict "name" $s3.name "key" $s3.secretAccessKey) -}}
{{- end -}}
{{- end -}}

{{- define "symbio.setting.FILES_SECRET" -}}
{{- include "symbio.fromSecret" .root.Values.secrets.files -}}
{{- end -}}

{{- define "symbio.setting.REPORT_SIGNING_KEY" -}}
{{- include "symbio.fromSecret" (merge (dict "optional" true) .root.Values.secrets.reports) -}}
{{- end -}}

{{/* verifies, while the secret is being replaced, what the one before has signed */}}
{{- define "symbio.setting.FILES_SECRET_PREVIOUS" -}}
{{- $files := .root.Values.secrets.files -}}
{{- include "symbio.fromSecret" (dict "name" $files.name "key" $files.previousKey "optional" true) -}}
{{- end -}}

{{/* tried, while the secret is being replaced, where Keycloak does not know the other yet, or no longer */}}
{{- define "symbio.setting.KEYCLOAK_ADMIN_SECRET_PREVIOUS" -}}
{{- $keycloak := .root.Values.secrets.keycloak -}}
{{- include "symbio.fromSecret" (dict "name" $keycloak.name "key" $keycloak.previousKey "optional" true) -}}
{{- end -}}

{{/* signed addresses lead to the origin of whoever reads them */}}
{{- define "symbio.setting.FILES_PUBLIC_URL" -}}
{{- end -}}

{{- define "symbio.setting.FILES_ADDR" -}}
value: http://{{ include "symbio.fullname" .root }}-document-files:5002
{{- end -}}

{{/* nginx serves the application */}}
{{- define "symbio.setting.WEB_DIR" -}}
{{- end -}}

{{/* the worker's image carries the models and says where */}}
{{- define "symbio.setting.MODELS_DIR" -}}
{{- end -}}

{{/* browsers do not reach a bundled Keycloak without an address of its own */}}
{{- define "symbio.setting.SINGLE_SIGN_ON" -}}
value: {{ empty .root.Values.keycloak.url | ternary "0" "1" | quote }}
{{- end -}}

{{- define "symbio.setting.SESSION_COOKIE_SECURE" -}}
value: {{ hasPrefix "https://" .root.Values.publicUrl | ternary "1" "0" | quote }}
{{- end -}}

{{- define "symbio.setting.TRUSTED_PROXIES" -}}
value: {{ .root.Values.gateway.trustedProxies | quote }}
{{- end -}}

{{/* for tests and for the local stack */}}
{{- define "symbio.setting.CHECK_ANSWERS" -}}
{{- end -}}

{{- define "symbio.setting.API_KEY_REQUESTS_PER_MINUTE" -}}
value: {{ .root.Values.gateway.apiKeyRequestsPerMinute | quote }}
{{- end -}}

{{- define "symbio.setting.PERSON_REQUESTS_PER_MINUTE" -}}
value: {{ .root.Values.gateway.personRequestsPerMinute | quote }}
{{- end -}}

{{- define "symbio.setting.REQUESTS_AT_ONCE" -}}
value: {{ .root.Values.gateway.requestsAtOnce | quote }}
{{- end -}}

{{- define "symbio.setting.BASE_MAP" -}}
{{- with .root.Values.baseMap.address -}}
value: {{ . | quote }}
{{- end -}}
{{- end -}}

{{- define "symbio.setting.BASE_MAP_ATTRIBUTION" -}}
{{- with .root.Values.baseMap.attribution -}}
value: {{ . | quote }}
{{- end -}}
{{- end -}}

{{- define "symbio.setting.ISSUE_ACCESS" -}}
value: {{ .root.Values.issueAccess | quote }}
{{- end -}}

{{/* the local stack's alone */}}
{{- define "symbio.setting.WEBHOOK_PRIVATE_ADDRESSES" -}}
{{- end -}}

{{- define "symbio.setting.NATS_REPLICAS" -}}
value: {{ .root.Values.nats.replicas | quote }}
{{- end -}}

{{/* Settings that follow from another one: they are given wherever that is. */}}
{{- define "symbio.following" -}}
NATS_URL: [NATS_REPLICAS, NATS_CREDENTIALS_FILE, NATS_CERTIFICATE_FILE, NATS_KEY_FILE, NATS_AUTHORITY_FILE]
BLOB_URL: [AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY]
FILES_SECRET: [FILES_SECRET_PREVIOUS]
KEYCLOAK_ADMIN_SECRET: [KEYCLOAK_ADMIN_SECRET_PREVIOUS]
SMTP_URL: [MAIL_FROM]
{{- end -}}

{{/* The environment of a program, where values win: (dict "root" $ "own" text of a list "values" of the process). */}}
{{- define "symbio.env" -}}
{{- $env := .own | fromYamlArray -}}
{{- range $name, $value := (.values | default dict).env -}}
{{- $env = append $env (dict "name" $name "value" (toString $value)) -}}
{{- end -}}
{{- include "symbio.lastOfEach" (concat $env (include "symbio.extra" (merge (dict "key" "extraEnv") .) | fromYamlArray)) -}}
{{- end -}}

{{/* The environment of a process: (dict "root" $ "name" process "process" entry). */}}
{{- define "symbio.processEnv" -}}
{{- include "symbio.env" (dict "root" .root "own" (include "symbio.ownEnv" .) "values" .process.values) -}}
{{- end -}}

{{/* envFrom of a container, or nothing: (dict "root" $ "values" of the process). */}}
{{- define "symbio.envFrom" -}}
{{- with include "symbio.extra" (merge (dict "key" "envFrom") .) -}}
envFrom:
  {{- . | nindent 2 }}
{{- end -}}
{{- end -}}

{{- define "symbio.ownEnv" -}}
{{- $context := . -}}
{{- $root := .root -}}
{{- $ports := dict "grpc" "GRPC" "admin" "ADMIN" "files" "FILES" "http" "" -}}
{{- $numbers := include "symbio.ports" . | fromYaml -}}
{{- $settings := .process.settings -}}
{{- range $setting, $more := include "symbio.following" . | fromYaml -}}
{{- if has $setting $settings }}{{ $settings = uniq (concat $settings $more) }}{{ end -}}
{{- end -}}
- name: NODE_ENV
  value: production
- name: LOG_LEVEL
  value: {{ $root.Values.logLevel }}
- name: SHUTDOWN_DELAY_SECONDS
  value: {{ $root.Values.shutdownDelaySeconds | quote }}
{{- with include "symbio.certificatesEnv" $root }}
{{ . }}
{{- end }}
{{- range $port := .process.ports }}
{{- $prefix := get $ports $port }}
- name: {{ $prefix | empty | ternary "HOST" (printf "%s_HOST" $prefix) }}
  value: {{ $root.Values.bindAddress | quote }}
- name: {{ $prefix | empty | ternary "PORT" (printf "%s_PORT" $prefix) }}
  value: {{ get $numbers $port | quote }}
{{- end }}
{{- range $setting := $settings }}
{{- with include (printf "symbio.setting.%s" $setting) $context }}
- name: {{ $setting }}
  {{- . | nindent 2 }}
{{- end }}
{{- end }}
{{- range $called := .process.calls }}
- name: SYMBIO_{{ $called | upper | replace "-" "_" }}_ADDR
  value: {{ include "symbio.fullname" $root }}-{{ $called }}:5000
{{- end }}
{{- with $root.Values.telemetry.endpoint }}
- name: OTEL_EXPORTER_OTLP_ENDPOINT
  value: {{ . | quote }}
- name: OTEL_SERVICE_NAME
  value: {{ $context.name }}
{{- end }}
{{- end -}}

{{/* Setting for authorities that programs trust besides the public ones. */}}
{{- define "symbio.certificatesEnv" -}}
{{- if .Values.trustedCertificates.configMap -}}
- name: NODE_EXTRA_CA_CERTS
  value: /etc/symbio-certificates/ca.crt
{{- end -}}
{{- end -}}

{{/* Mounts of a program besides /tmp and /blobs: (dict "root" $ "name" process "settings" list "values" of the process). */}}
{{- define "symbio.mounts" -}}
{{- if .root.Values.trustedCertificates.configMap }}
- { name: trusted-certificates, mountPath: /etc/symbio-certificates, readOnly: true }
{{- end }}
{{- if and (has "NATS_URL" (.settings | default list)) (include "symbio.natsFiles" . | trim) }}
- { name: nats-{{ .name }}, mountPath: /etc/symbio-nats-client, readOnly: true }
{{- end }}
{{ include "symbio.extra" (merge (dict "key" "extraVolumeMounts") .) }}
{{- end -}}

{{/* Volumes of these mounts. */}}
{{- define "symbio.volumes" -}}
{{- with .root.Values.trustedCertificates }}
{{- if .configMap }}
- name: trusted-certificates
  configMap: { name: {{ .configMap }}, items: [{ key: {{ .key }}, path: ca.crt }] }
{{- end }}
{{- end }}
{{- if has "NATS_URL" (.settings | default list) }}
{{- with include "symbio.natsFiles" . | fromYamlArray }}
- name: nats-{{ $.name }}
  projected:
    sources:
      {{- range . }}
      - secret: { name: {{ .secret }}, items: [{ key: {{ .key }}, path: {{ .path }} }] }
      {{- end }}
{{- end }}
{{- end }}
{{ include "symbio.extra" (merge (dict "key" "extraVolumes") .) }}
{{- end -}}

{{/*
Annotations that replace pods when Secrets or ConfigMaps of their environment change: (dict "root" $ "name" process "env" text
"settings" list "values" of the process). The cluster is asked during installation and upgrades only.
*/}}
{{- define "symbio.checksums" -}}
{{- $root := .root -}}
{{- $found := list $root.Values.secrets.revision | compact -}}
{{- $sources := list -}}
{{- range .env | fromYamlArray }}{{ with .valueFrom }}{{ $sources = concat $sources (list (list "Secret" (dig "secretKeyRef" "name" "" .)) (list "ConfigMap" (dig "configMapKeyRef" "name" "" .))) }}{{ end }}{{ end -}}
{{- range include "symbio.extra" (merge (dict "key" "envFrom") .) | fromYamlArray }}{{ $sources = concat $sources (list (list "Secret" (dig "secretRef" "name" "" .)) (list "ConfigMap" (dig "configMapRef" "name" "" .))) }}{{ end -}}
{{- if has "NATS_URL" (.settings | default list) }}{{ range include "symbio.natsFiles" . | fromYamlArray }}{{ $sources = append $sources (list "Secret" .secret) }}{{ end }}{{ end -}}
{{- range uniq $sources -}}
{{- if last . -}}
{{- with lookup "v1" (first .) $root.Release.Namespace (last .) }}{{ $found = append $found (list .data .binaryData) }}{{ end -}}
{{- end -}}
{{- end -}}
{{- with $found -}}
checksum/secrets: {{ toJson . | sha256sum }}
{{- end -}}
{{- end -}}

{{/* Numbers of ports in containers. */}}
{{- define "symbio.ports" -}}
grpc: 5000
admin: 5001
files: 5002
http: 8080
{{- end -}}

{{/* Whether a process keeps or reads files of people. */}}
{{- define "symbio.touchesBlobs" -}}
{{- if has "BLOB_URL" .settings }}true{{ end -}}
{{- end -}}

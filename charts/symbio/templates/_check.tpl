{{/* What a schema cannot say of values: each mistake is one sentence that names them. */}}
{{- define "symbio.check" -}}
{{- $values := .Values -}}
{{- $processes := .Files.Get "files/processes.yaml" | fromYaml -}}
{{- range $kind := list "service" "worker" -}}
  {{- $known := list -}}
  {{- range $name, $process := $processes -}}
    {{- if eq $process.kind $kind }}{{ $known = append $known $name }}{{ end -}}
  {{- end -}}
  {{- range $name, $_ := get $values (printf "%ss" $kind) -}}
    {{- if not (has $name $known) -}}
      {{- fail (printf "%ss.%s: there is no %s of this name; there are %s." $kind $name $kind (join ", " $known)) -}}
    {{- end -}}
  {{- end -}}
{{- end -}}

{{- $url := urlParse $values.publicUrl -}}
{{- if or (not (has $url.scheme (list "http" "https"))) (empty $url.host) (hasSuffix "/" $values.publicUrl) -}}
  {{- fail (printf "publicUrl is %q; it must be an origin without a slash at the end, for example https://symbio.example.com." $values.publicUrl) -}}
{{- end -}}

{{- if and (not $values.keycloak.bundled) (empty $values.keycloak.url) -}}
  {{- fail "keycloak.url is missing: set the public address of your Keycloak, or keycloak.bundled=true for a trial." -}}
{{- end -}}

{{- $stores := list -}}
{{- if $values.folder.enabled }}{{ $stores = append $stores "folder.enabled" }}{{ end -}}
{{- if $values.s3.bundled }}{{ $stores = append $stores "s3.bundled" }}{{ end -}}
{{- if and (empty $stores) (empty $values.s3.bucket) -}}
  {{- fail "s3.bucket is missing: set the bucket for files, or folder.enabled=true for a shared volume, or s3.bundled=true for a trial." -}}
{{- end -}}
{{- if gt (len $stores) 1 -}}
  {{- fail "folder.enabled and s3.bundled are both true: files are kept in one place." -}}
{{- end -}}
{{- if and $values.folder.enabled $values.s3.bucket -}}
  {{- fail (printf "folder.enabled is true and s3.bucket is %q: files are kept in one place." $values.s3.bucket) -}}
{{- end -}}
{{- if and $values.s3.sseKey (ne $values.s3.sse "aws:kms") -}}
  {{- fail "s3.sseKey is set and s3.sse is not aws:kms: only KMS encrypts with a key of a name." -}}
{{- end -}}

{{- if and (or $values.mongodb.bundled $values.nats.bundled $values.s3.bundled $values.keycloak.bundled) (not $values.trial) -}}
  {{- fail "mongodb, nats, s3 or keycloak is bundled and trial is false: bundled servers have no backup, no password or one copy. Set trial=true to say that the data may be lost." -}}
{{- end -}}
{{- if and $values.nats.bundled (not (has (int $values.nats.replicas) (list 1 3))) -}}
  {{- fail (printf "nats.replicas is %d; the bundled NATS has 1 or 3 servers." (int $values.nats.replicas)) -}}
{{- end -}}
{{- if and $values.nats.bundled (empty $values.secrets.nats.prefix) -}}
  {{- fail "secrets.nats.prefix is empty: the bundled NATS has a user for each process, whose Secrets begin with it. Those of `npm run secrets` begin with symbio-nats." -}}
{{- end -}}

{{- if and $values.ai.baseUrl (empty $values.ai.model) -}}
  {{- fail "ai.baseUrl is set and ai.model is not: name the model of the endpoint." -}}
{{- end -}}

{{- if and $values.ingress.enabled (not $url.hostname) -}}
  {{- fail "ingress.enabled is true and publicUrl names no host." -}}
{{- end -}}
{{- if and $values.ingress.enabled (eq $url.scheme "https") (not $values.ingress.tls.enabled) (not $values.ingress.tls.elsewhere) -}}
  {{- fail "publicUrl begins with https:// and ingress.tls.enabled is false: set it, or ingress.tls.elsewhere=true where something in front ends TLS." -}}
{{- end -}}
{{- if and $values.gatewayApi.enabled (empty $values.gatewayApi.parentRefs) -}}
  {{- fail "gatewayApi.enabled is true and gatewayApi.parentRefs is empty: name the Gateway that the route hangs on." -}}
{{- end -}}

{{- range $name, $workload := merge (dict "web" $values.web) (include "symbio.processes" . | fromYaml) -}}
  {{- $scaling := dig "values" "autoscaling" (dict) $workload | default $workload.autoscaling -}}
  {{- if gt (int $scaling.min) (int $scaling.max) -}}
    {{- fail (printf "autoscaling.min of %s is %d and its max is %d: min must not be more." $name (int $scaling.min) (int $scaling.max)) -}}
  {{- end -}}
{{- end -}}

{{- $keda := .Capabilities.APIVersions.Has "keda.sh/v1alpha1" -}}
{{- if and (eq $values.autoscaling.keda.mode "always") (not $values.nats.bundled) (empty $values.nats.monitoring) -}}
  {{- fail "autoscaling.keda.mode is always and nats.monitoring is empty: KEDA reads how much waits from <host>:8222 of your NATS." -}}
{{- end -}}
{{- end -}}

{{/* Names, labels, images: what every template says in the same way. */}}

{{- define "symbio.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- if contains $name .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Labels that select the pods of one component: (dict "root" $ "component" name). */}}
{{- define "symbio.selector" -}}
app.kubernetes.io/name: {{ default .root.Chart.Name .root.Values.nameOverride }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- with .component }}
app.kubernetes.io/component: {{ . }}
{{- end }}
{{- end -}}

{{- define "symbio.labels" -}}
{{- $own := include "symbio.selector" . | fromYaml -}}
{{- $_ := set $own "app.kubernetes.io/version" .root.Chart.AppVersion -}}
{{- $_ := set $own "app.kubernetes.io/part-of" "symbio" -}}
{{- $_ := set $own "app.kubernetes.io/managed-by" .root.Release.Service -}}
{{- $_ := set $own "helm.sh/chart" (printf "%s-%s" .root.Chart.Name .root.Chart.Version) -}}
{{- toYaml (merge $own (.labels | default dict) .root.Values.commonLabels) -}}
{{- end -}}

{{/* Metadata of an object: (dict "root" $ "component" name "name" suffix "labels" map "annotations" map). */}}
{{- define "symbio.metadata" -}}
name: {{ include "symbio.fullname" .root }}-{{ .name | default .component }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "symbio.labels" . | nindent 2 }}
{{- with merge (dict) (.annotations | default dict) .root.Values.commonAnnotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* Metadata of a pod: (dict "root" $ "component" name "values" of the process "annotations" map). */}}
{{- define "symbio.podMetadata" -}}
{{- $values := .values | default dict -}}
labels:
  {{- include "symbio.labels" (dict "root" .root "component" .component "labels" (merge (dict) ($values.podLabels | default dict) .root.Values.podLabels)) | nindent 2 }}
{{- with merge (dict) (.annotations | default dict) ($values.podAnnotations | default dict) .root.Values.podAnnotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* Image of Symbio: (dict "root" $ "image" name). */}}
{{- define "symbio.image" -}}
{{- $image := .root.Values.image -}}
{{- $name := printf "%s/%s:%s" (trimSuffix "/" $image.registry) .image (default .root.Chart.AppVersion $image.tag) -}}
{{- with get $image.digests .image }}{{ $name = printf "%s@%s" $name . }}{{ end -}}
{{- include "symbio.fromRegistry" (dict "root" .root "image" $name) -}}
{{- end -}}

{{/* An image from global.imageRegistry, which replaces the registry of its name: (dict "root" $ "image" reference). */}}
{{- define "symbio.fromRegistry" -}}
{{- $parts := splitList "/" .image -}}
{{- with (.root.Values.global | default dict).imageRegistry -}}
{{- if and (gt (len $parts) 1) (regexMatch "[.:]|^localhost$" (first $parts)) }}{{ $parts = rest $parts }}{{ end -}}
{{- $parts = prepend $parts (trimSuffix "/" .) -}}
{{- end -}}
{{- join "/" $parts -}}
{{- end -}}

{{/* A list of values for every program of Symbio, followed by that of one: (dict "root" $ "values" of the one "key" name). */}}
{{- define "symbio.extra" -}}
{{- with concat (get .root.Values .key) (get (.values | default dict) .key | default list) -}}
{{- toYaml . -}}
{{- end -}}
{{- end -}}

{{/* The last item of each name, since Kubernetes refuses or ignores the others. */}}
{{- define "symbio.lastOfEach" -}}
{{- $last := dict -}}
{{- range $index, $item := . }}{{ $_ := set $last $item.name $index }}{{ end -}}
{{- $kept := list -}}
{{- range $index, $item := . }}{{ if eq (get $last $item.name) $index }}{{ $kept = append $kept $item }}{{ end }}{{ end -}}
{{- toYaml $kept -}}
{{- end -}}

{{/* The processes of files/processes.yaml, with the values of each laid over the defaults of its kind. */}}
{{- define "symbio.processes" -}}
{{- $root := . -}}
{{- $all := dict -}}
{{- range $name, $process := .Files.Get "files/processes.yaml" | fromYaml -}}
  {{- $values := dict -}}
  {{- if eq $process.kind "service" -}}
    {{- $values = mergeOverwrite (deepCopy $root.Values.defaults.service) (deepCopy (get $root.Values.services $name | default dict)) -}}
  {{- else if eq $process.kind "worker" -}}
    {{- $values = mergeOverwrite (deepCopy $root.Values.defaults.worker) (deepCopy (get $root.Values.workers $name | default dict)) -}}
  {{- else -}}
    {{- $values = deepCopy $root.Values.gateway -}}
  {{- end -}}
  {{- $_ := set $all $name (merge (dict "values" $values) $process) -}}
{{- end -}}
{{- toYaml $all -}}
{{- end -}}

{{- define "symbio.podSecurity" -}}
{{- $own := dict "runAsNonRoot" true "fsGroupChangePolicy" "OnRootMismatch" "seccompProfile" (dict "type" "RuntimeDefault") -}}
{{- $values := .root.Values -}}
{{- if not (or $values.openshift (kindIs "invalid" $values.podSecurityContext)) -}}
{{- $id := .user | default 1000 -}}
{{- $own = merge $own (dict "runAsUser" $id "runAsGroup" $id "fsGroup" $id) -}}
{{- end -}}
{{- toYaml (mergeOverwrite $own ($values.podSecurityContext | default dict)) -}}
{{- end -}}

{{/* Security context of a container; the context is the root. */}}
{{- define "symbio.containerSecurity" -}}
{{- $own := dict "allowPrivilegeEscalation" false "readOnlyRootFilesystem" true "capabilities" (dict "drop" (list "ALL")) -}}
{{- toYaml (mergeOverwrite $own .Values.containerSecurityContext) -}}
{{- end -}}

{{/* What every pod of the chart has in common: (dict "root" $ "component" name "values" of the process "user" id). */}}
{{- define "symbio.pod" -}}
{{- $values := .values | default dict -}}
{{- $scheduling := .root.Values.scheduling -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  {{- include "symbio.podSecurity" . | nindent 2 }}
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- range $key := list "priorityClassName" "nodeSelector" "tolerations" "affinity" }}
{{- with get $values $key | default (get $scheduling $key) }}
{{ dict $key . | toYaml }}
{{- end }}
{{- end }}
{{- end -}}

{{- define "symbio.topologySpread" -}}
{{- range $key := list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
- maxSkew: 1
  topologyKey: {{ $key }}
  whenUnsatisfiable: {{ $.root.Values.scheduling.whenUnsatisfiable }}
  labelSelector:
    matchLabels:
      {{- include "symbio.selector" $ | nindent 6 }}
  matchLabelKeys: [pod-template-hash]
{{- end }}
{{- end -}}

{{/* Host name of publicUrl. */}}
{{- define "symbio.host" -}}
{{- (urlParse .Values.publicUrl).hostname -}}
{{- end -}}

{{/* An object that Helm runs as a hook of installation and upgrades, and takes away when it is done. */}}
{{- define "symbio.hook" -}}
{{- $bundled := or .root.Values.mongodb.bundled .root.Values.nats.bundled .root.Values.s3.bundled .root.Values.keycloak.bundled -}}
{{/* what is bundled is there only after installation; until then each process makes its own at start */ -}}
{{/* the bundled NATS gets the permissions of new consumers with the upgrade itself */ -}}
helm.sh/hook: {{ ternary "post-install" "pre-install" $bundled }},{{ ternary "post-upgrade" "pre-upgrade" .root.Values.nats.bundled }}
helm.sh/hook-weight: {{ .weight | quote }}
helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
{{- end -}}

{{/* Whether objects of the Prometheus operator are made: (dict "root" $ "enabled" true, false or "auto"). */}}
{{- define "symbio.withPrometheus" -}}
{{- if eq (toString .enabled) "auto" | ternary (.root.Capabilities.APIVersions.Has "monitoring.coreos.com/v1") .enabled }}true{{ end -}}
{{- end -}}

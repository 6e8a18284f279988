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
{{ include "symbio.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/part-of: symbio
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end -}}

{{/* name, namespace and labels of an object: (dict "root" $ "component" name "name" suffix). */}}
{{- define "symbio.metadata" -}}
name: {{ include "symbio.fullname" .root }}-{{ .name | default .component }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "symbio.labels" . | nindent 2 }}
  {{- with .labels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{/* Image of Symbio: (dict "root" $ "image" name). */}}
{{- define "symbio.image" -}}
{{- $image := .root.Values.image -}}
{{- printf "%s/%s:%s" (trimSuffix "/" $image.registry) .image (default .root.Chart.AppVersion $image.tag) -}}
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
runAsNonRoot: true
runAsUser: {{ .user | default 1000 }}
runAsGroup: {{ .group | default 1000 }}
fsGroup: {{ .group | default 1000 }}
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "symbio.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{/* What every pod of the chart has in common: (dict "root" $ "component" name). */}}
{{- define "symbio.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  {{- include "symbio.podSecurity" . | nindent 2 }}
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.scheduling }}
{{- with .priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
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

{{/*
The one workload template, for processes and for nginx alike. The context:
  root, name          the chart's root and the component
  values              of it, as in values.yaml
  settings            names of its settings
  image, command      command: what is run, empty: as the image says
  env                 text of the container's environment
  ports               names and numbers
  probes              text of the three probes
  lastResort          seconds its shutdown takes at most, once the delay is over
  blobs               whether the shared volume of files is mounted
  more                text of more keys of the container
*/}}
{{- define "symbio.deployment" -}}
{{- $context := dict "root" .root "component" .name -}}
{{- $values := .values -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  {{- include "symbio.metadata" (merge (dict "labels" $values.labels "annotations" $values.annotations) $context) | nindent 2 }}
spec:
  {{- if not $values.autoscaling.enabled }}
  replicas: {{ $values.replicas }}
  {{- end }}
  revisionHistoryLimit: 5
  strategy:
    # a copy goes only when its successor is ready
    rollingUpdate: { maxSurge: 1, maxUnavailable: 0 }
  selector:
    matchLabels:
      {{- include "symbio.selector" $context | nindent 6 }}
  template:
    metadata:
      {{- include "symbio.podMetadata" (merge (dict "values" $values "annotations" (include "symbio.checksums" . | fromYaml)) $context) | nindent 6 }}
    spec:
      {{- include "symbio.pod" (merge (dict "user" .user "values" $values) $context) | nindent 6 }}
      serviceAccountName: {{ include "symbio.fullname" .root }}-{{ .name }}
      terminationGracePeriodSeconds: {{ add .root.Values.shutdownDelaySeconds .lastResort 10 }}
      topologySpreadConstraints:
        {{- include "symbio.topologySpread" $context | nindent 8 }}
      {{- with $values.initContainers }}
      initContainers:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      containers:
        - name: {{ .name }}
          image: {{ .image }}
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          {{- with .command }}
          command: {{ toJson . }}
          {{- end }}
          securityContext:
            {{- include "symbio.containerSecurity" .root | nindent 12 }}
          env:
            {{- .env | nindent 12 }}
          {{- with include "symbio.envFrom" . }}
          {{- . | nindent 10 }}
          {{- end }}
          ports:
            {{- range $port, $number := .ports }}
            - { name: {{ $port }}, containerPort: {{ $number }} }
            {{- end }}
          {{- .probes | nindent 10 }}
          {{- with .more }}
          {{- . | nindent 10 }}
          {{- end }}
          resources:
            {{- toYaml $values.resources | nindent 12 }}
          volumeMounts:
            - { name: scratch, mountPath: /tmp }
            {{- with include "symbio.mounts" . | trim }}
            {{- . | nindent 12 }}
            {{- end }}
            {{- if .blobs }}
            - { name: blobs, mountPath: /blobs }
            {{- end }}
        {{- with $values.extraContainers }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      volumes:
        - name: scratch
          emptyDir: { sizeLimit: {{ $values.scratch }} }
        {{- with include "symbio.volumes" . | trim }}
        {{- . | nindent 8 }}
        {{- end }}
        {{- if .blobs }}
        {{- include "symbio.blobVolume" .root | nindent 8 }}
        {{- end }}
{{- end -}}

{{/* Probes of a process: services answer over gRPC, the others on their admin port. Liveness asks nobody else; what takes
     requests is asked whether it can answer them (docs/decisions/0071). */}}
{{- define "symbio.probes" -}}
{{- $live := dict "httpGet" (dict "path" "/healthz" "port" "admin") -}}
{{- $ready := dict "httpGet" (dict "path" (has "http" .ports | ternary "/servingz" "/readyz") "port" "admin") -}}
{{- if has "grpc" .ports -}}
{{- $live = dict "grpc" (dict "port" 5000 "service" "live") -}}
{{- $ready = dict "grpc" (dict "port" 5000) -}}
{{- end -}}
startupProbe:
  {{- toYaml $live | nindent 2 }}
  periodSeconds: 2
  timeoutSeconds: 3
  failureThreshold: 60
readinessProbe:
  {{- toYaml $ready | nindent 2 }}
  periodSeconds: 5
  timeoutSeconds: 3
  failureThreshold: 2
livenessProbe:
  {{- toYaml $live | nindent 2 }}
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
  # a program that answers nothing for a minute ends nothing in order, either
  terminationGracePeriodSeconds: 10
{{- end -}}

{{/* How a program is started; images say the same of their main one. */}}
{{- define "symbio.command" -}}
{{- toJson (list "node" "--import" "@symbio/runtime/telemetry" .program) -}}
{{- end -}}

{{- define "symbio.blobVolume" -}}
- name: blobs
  persistentVolumeClaim:
    claimName: {{ .Values.folder.existingClaim | default (printf "%s-blobs" (include "symbio.fullname" .)) }}
{{- end -}}

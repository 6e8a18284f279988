{{/*
A server bundled for a trial: Service (headless) and StatefulSet. The context: root, name, values (image, command, resources,
storage, storageClass), args, env, ports, probe, live (of liveness, where an open port says too little), mount (where its data lies), subPath, and
texts of more: mounts, volumes, initContainers; replicas; user; writableRoot.
*/}}
{{- define "symbio.bundled" -}}
{{- $context := dict "root" .root "component" .name -}}
apiVersion: v1
kind: Service
metadata:
  {{- include "symbio.metadata" $context | nindent 2 }}
spec:
  clusterIP: None
  # found by its name before it is ready: servers of a cluster look for each other, and MongoDB for itself when it is founded
  publishNotReadyAddresses: true
  selector:
    {{- include "symbio.selector" $context | nindent 4 }}
  ports:
    {{- range $port, $number := .ports }}
    - { name: {{ $port }}, port: {{ $number }}, targetPort: {{ $port }} }
    {{- end }}
---
apiVersion: v1
kind: ServiceAccount
metadata:
  {{- include "symbio.metadata" $context | nindent 2 }}
automountServiceAccountToken: false
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  {{- include "symbio.metadata" $context | nindent 2 }}
spec:
  serviceName: {{ include "symbio.fullname" .root }}-{{ .name }}
  replicas: {{ .replicas | default 1 }}
  podManagementPolicy: Parallel
  # uninstalled with the rest: nothing of a trial is kept
  persistentVolumeClaimRetentionPolicy: { whenDeleted: Delete, whenScaled: Retain }
  selector:
    matchLabels:
      {{- include "symbio.selector" $context | nindent 6 }}
  template:
    metadata:
      {{- include "symbio.podMetadata" (merge (dict "annotations" .annotations) $context) | nindent 6 }}
    spec:
      {{- include "symbio.pod" (merge (dict "user" .user) $context) | nindent 6 }}
      serviceAccountName: {{ include "symbio.fullname" .root }}-{{ .name }}
      terminationGracePeriodSeconds: 60
      {{- with .initContainers }}
      initContainers:
        {{- . | nindent 8 }}
      {{- end }}
      containers:
        - name: {{ .name }}
          image: {{ include "symbio.fromRegistry" (dict "root" .root "image" .values.image) }}
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          {{- with .values.command }}
          command: {{ toJson . }}
          {{- end }}
          {{- with .args }}
          args: {{ toJson . }}
          {{- end }}
          securityContext:
            {{- mergeOverwrite (include "symbio.containerSecurity" .root | fromYaml) (ternary dict (dict "readOnlyRootFilesystem" false) (empty .writableRoot)) | toYaml | nindent 12 }}
          {{- with .env }}
          env:
            {{- . | nindent 12 }}
          {{- end }}
          ports:
            {{- range $port, $number := .ports }}
            - { name: {{ $port }}, containerPort: {{ $number }} }
            {{- end }}
          startupProbe:
            {{- toYaml .probe | nindent 12 }}
            periodSeconds: 3
            timeoutSeconds: 10
            # Keycloak builds itself at its first start, for minutes where processors are busy
            failureThreshold: 300
          readinessProbe:
            {{- /* a program started for each question would cost more than the server */}}
            {{- if .probe.exec }}
            tcpSocket: { port: {{ keys .ports | sortAlpha | first }} }
            {{- else }}
            {{- toYaml .probe | nindent 12 }}
            {{- end }}
            periodSeconds: 10
            timeoutSeconds: 10
          livenessProbe:
            {{- if .live }}
            {{- toYaml .live | nindent 12 }}
            {{- else }}
            tcpSocket: { port: {{ keys .ports | sortAlpha | first }} }
            {{- end }}
            periodSeconds: 20
            timeoutSeconds: 5
            failureThreshold: 6
          resources:
            {{- toYaml .values.resources | nindent 12 }}
          volumeMounts:
            - { name: scratch, mountPath: /tmp }
            {{- if .mount }}
            - { name: data, mountPath: {{ .mount }}{{ with .subPath }}, subPath: {{ . }}{{ end }} }
            {{- end }}
            {{- with .mounts }}
            {{- . | nindent 12 }}
            {{- end }}
      volumes:
        - name: scratch
          emptyDir: { sizeLimit: 256Mi }
        {{- with .volumes }}
        {{- . | nindent 8 }}
        {{- end }}
  {{- if .mount }}
  volumeClaimTemplates:
    - metadata: { name: data }
      spec:
        accessModes: [ReadWriteOnce]
        {{- with .values.storageClass }}
        storageClassName: {{ . }}
        {{- end }}
        resources:
          requests: { storage: {{ .values.storage }} }
  {{- end }}
{{- end -}}

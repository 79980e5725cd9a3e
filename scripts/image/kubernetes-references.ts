import type { IContainer, IPodSpec } from 'kubernetes-models/v1'
import type { Manifest, Workload } from './kubernetes.ts'

type Labels = Record<string, string>
type Of<Kind extends string> = Extract<Manifest, { kind: Kind }>

export const isWorkload = (manifest: Manifest): manifest is Workload =>
  manifest.kind === 'Deployment' || manifest.kind === 'Job'

export function podOf({ kind, metadata, spec }: Workload): IPodSpec {
  const pod = spec?.template.spec
  if (!pod) throw new Error(`${kind} ${metadata.name} has no pods`)
  return pod
}

export const containersOf = (pod: IPodSpec): IContainer[] => [
  ...(pod.initContainers ?? []),
  ...pod.containers,
]

const labelsOf = ({ spec }: Workload): Labels => spec?.template.metadata?.labels ?? {}
const select = (selector: Labels | undefined, labels: Labels) =>
  Object.keys(selector ?? {}).length > 0 &&
  Object.entries(selector ?? {}).every(([name, value]) => labels[name] === value)

const portNames = (pod: IPodSpec) => containersOf(pod).flatMap(({ ports }) => ports?.map(({ name }) => name))

function danglingInContainer(container: IContainer, pod: IPodSpec, all: Manifest[]): string[] {
  const has = (kind: string, name: string | undefined) =>
    all.some((one) => one.kind === kind && one.metadata.name === name)
  const sources = container.envFrom?.flatMap(({ configMapRef, secretRef }) => [
    ...(configMapRef && !has('ConfigMap', configMapRef.name) ? [`ConfigMap ${configMapRef.name}`] : []),
    ...(secretRef && !has('Secret', secretRef.name) ? [`Secret ${secretRef.name}`] : []),
  ])
  const keys = container.env?.flatMap(({ name, valueFrom }) => {
    const { name: secret, key } = valueFrom?.secretKeyRef ?? {}
    const found = all.find((one) => one.kind === 'Secret' && one.metadata.name === secret)
    if (secret === undefined) return []
    if (found?.kind !== 'Secret') return [`Secret ${secret}`]
    return key !== undefined && key in (found.stringData ?? {})
      ? []
      : [`${name}: no ${key} in Secret ${secret}`]
  })
  const volumes = container.volumeMounts?.filter(({ name }) => !pod.volumes?.some((one) => one.name === name))
  const { startupProbe, livenessProbe, readinessProbe } = container
  const probed = [startupProbe, livenessProbe, readinessProbe].flatMap((probe) => probe?.httpGet?.port ?? [])
  const ports = probed.filter((port) => !container.ports?.some(({ name }) => name === port))
  return [
    ...(sources ?? []),
    ...(keys ?? []),
    ...(volumes ?? []).map(({ name }) => `volume ${name}`),
    ...ports.map((port) => `port ${port}`),
  ]
}

const danglingInWorkload = (workload: Workload, all: Manifest[]) => [
  ...containersOf(podOf(workload)).flatMap((one) => danglingInContainer(one, podOf(workload), all)),
  ...(workload.kind === 'Job' || select(workload.spec?.selector.matchLabels, labelsOf(workload))
    ? []
    : ['its own pods']),
]

function danglingInService({ spec }: Of<'Service'>, all: Manifest[]): string[] {
  const behind = all.filter(isWorkload).filter((one) => select(spec?.selector, labelsOf(one)))
  const [workload] = behind
  if (workload === undefined || behind.length > 1) return [`${behind.length} workloads`]
  const names = portNames(podOf(workload))
  return (spec?.ports ?? []).flatMap(({ targetPort }) =>
    names.includes(`${targetPort}`) ? [] : [`port ${targetPort}`],
  )
}

function danglingInIngress({ spec }: Of<'Ingress'>, all: Manifest[]): string[] {
  const backends = (spec?.rules ?? []).flatMap(({ http }) =>
    http?.paths.map(({ backend }) => backend.service),
  )
  return backends.flatMap((backend) => {
    const service = all.find(({ kind, metadata }) => kind === 'Service' && metadata.name === backend?.name)
    const ports = service?.kind === 'Service' ? service.spec?.ports : undefined
    return ports?.some(({ name }) => name === backend?.port?.name) ? [] : [`Service ${backend?.name}`]
  })
}

function danglingIn(manifest: Manifest, all: Manifest[]): string[] {
  if (isWorkload(manifest)) return danglingInWorkload(manifest, all)
  if (manifest.kind === 'Service') return danglingInService(manifest, all)
  if (manifest.kind === 'Ingress') return danglingInIngress(manifest, all)
  if (manifest.kind !== 'PodDisruptionBudget') return []
  const selector = manifest.spec?.selector?.matchLabels
  return all.some((one) => isWorkload(one) && select(selector, labelsOf(one))) ? [] : ['pods']
}

/** References to missing objects, such as `Deployment ats-api: Secret ats-secrets`. */
export const danglingReferences = (all: Manifest[]): string[] =>
  all.flatMap((manifest) =>
    danglingIn(manifest, all).map((name) => `${manifest.kind} ${manifest.metadata.name}: ${name}`),
  )

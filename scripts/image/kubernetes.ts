import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validate as deployment } from 'kubernetes-models/_schemas/IoK8sApiAppsV1Deployment'
import { validate as job } from 'kubernetes-models/_schemas/IoK8sApiBatchV1Job'
import { validate as configMap } from 'kubernetes-models/_schemas/IoK8sApiCoreV1ConfigMap'
import { validate as namespace } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Namespace'
import { validate as secret } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Secret'
import { validate as service } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Service'
import { validate as ingress } from 'kubernetes-models/_schemas/IoK8sApiNetworkingV1Ingress'
import { validate as disruptionBudget } from 'kubernetes-models/_schemas/IoK8sApiPolicyV1PodDisruptionBudget'
import type { IDeployment } from 'kubernetes-models/apps/v1'
import type { IIngress } from 'kubernetes-models/networking.k8s.io/v1'
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1'
import type { IConfigMap, ISecret, IService } from 'kubernetes-models/v1'
import { parseAllDocuments } from 'yaml'
import { root } from '../sources.ts'

type Validate = { (data: unknown): boolean; errors?: { instancePath: string; params: object }[] | null }

const schemas: Record<string, Validate> = {
  'apps/v1 Deployment': deployment,
  'batch/v1 Job': job,
  'networking.k8s.io/v1 Ingress': ingress,
  'policy/v1 PodDisruptionBudget': disruptionBudget,
  'v1 ConfigMap': configMap,
  'v1 Namespace': namespace,
  'v1 Secret': secret,
  'v1 Service': service,
}

type Typed<Kind extends string, Fields> = Omit<Fields, 'kind' | 'apiVersion'> & {
  apiVersion: string
  kind: Kind
  metadata: { name: string }
}
/** Only the pod template of a Job matters here, and it is at the same path as in a Deployment. */
export type Workload = Typed<'Deployment' | 'Job', IDeployment>
export type Manifest =
  | Workload
  | Typed<'ConfigMap', IConfigMap>
  | Typed<'Secret', ISecret>
  | Typed<'Service', IService>
  | Typed<'Ingress', IIngress>
  | Typed<'PodDisruptionBudget', IPodDisruptionBudget>

export type Kustomization = {
  resources: string[]
  components?: string[]
  images: { name: string; newName: string; newTag: string }[]
  configMapGenerator: { name: string; literals: string[] }[]
}

const folder = join(root, 'ops/kubernetes')

function documentsIn<T>(file: string): T[] {
  return parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map((document) => {
    const [problem] = [...document.errors, ...document.warnings]
    if (problem) throw new Error(`${file}: ${problem.message}`)
    return document.toJS() as T
  })
}

export const manifestFiles = () =>
  globSync('**/*.yaml', { cwd: folder, exclude: ['**/kustomization.yaml'] }).sort()
export const manifestsIn = (file: string) => documentsIn<Manifest>(file)

export function readKustomization(file = 'kustomization.yaml'): Kustomization {
  const [only, ...more] = documentsIn<Kustomization>(file)
  if (only === undefined || more.length > 0) throw new Error(`${file} is one document`)
  return only
}

/** Like the output of `kubectl kustomize`, without the hash that it appends to the name. */
export const generatedConfigMaps = ({ configMapGenerator }: Kustomization): Manifest[] =>
  configMapGenerator.map(({ name, literals }) => ({
    ...{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } },
    data: Object.fromEntries(literals.map((line) => line.split(/=(.*)/s, 2) as [string, string])),
  }))

/** A copy that removes the path of each field from `unread` when the field is read. */
function watched(value: unknown, path: string, unread: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [] : {}
  for (const [key, child] of Object.entries(value)) {
    unread.add(`${path}/${key}`)
    Reflect.set(copy, key, watched(child, `${path}/${key}`, unread))
  }
  return new Proxy(copy, {
    get(target, key) {
      unread.delete(`${path}/${String(key)}`)
      return Reflect.get(target, key)
    },
  })
}

/**
 * What Kubernetes would reject or drop. The schemas accept unknown fields but read every field they know: a
 * field that was not read is unknown.
 */
export function schemaProblems(manifest: unknown): string[] {
  const { apiVersion, kind } = manifest as Manifest
  const validate = schemas[`${apiVersion} ${kind}`]
  if (validate === undefined) return [`no schema for ${apiVersion} ${kind}`]
  const unread = new Set<string>()
  validate(watched(manifest, '', unread))
  const wrong = (validate.errors ?? []).map(
    ({ instancePath, params }) => `${instancePath} ${JSON.stringify(params)}`,
  )
  return [...wrong, ...[...unread].map((path) => `${path} is unknown`)]
}

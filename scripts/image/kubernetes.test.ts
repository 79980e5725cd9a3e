import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig, settingNames } from '../../server/src/config.ts'
import { serveHealth } from '../../server/src/kernel/http/health.ts'
import { readerSettings, readReaderConfig } from '../../server/src/reader-config.ts'
import { root } from '../sources.ts'
import { readDockerfile } from './dockerfile.ts'
import {
  generatedConfigMaps,
  manifestFiles,
  manifestsIn,
  readKustomization,
  schemaProblems,
  type Workload,
} from './kubernetes.ts'
import { containersOf, danglingReferences, isWorkload, podOf } from './kubernetes-references.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const kustomization = readKustomization()
const readManifests = () => [
  ...generatedConfigMaps(kustomization),
  ...manifestFiles().flatMap((file) => manifestsIn(file)),
]
const manifests = readManifests()
const workloads = manifests.filter(isWorkload)
const nameOf = ({ metadata }: Workload) => metadata.name.replace('ats-', '')
const named = (name: string, all = manifests): Workload => {
  const found = all.filter(isWorkload).find((one) => nameOf(one) === name)
  if (found === undefined) throw new Error(`There is no ats-${name}`)
  return found
}
const processes = ['api', 'worker', 'gateway', 'writer'].map((name) => named(name))
const mainContainer = (workload: Workload) => {
  const [container] = podOf(workload).containers
  if (container === undefined) throw new Error(`ats-${nameOf(workload)} has no container`)
  return container
}

test('every manifest is as its Kubernetes schema says, without a field that is unknown there', () => {
  const problems = manifests.flatMap((one) => schemaProblems(one).map((it) => `${one.metadata.name}${it}`))
  expect(manifests.length).toBeGreaterThan(15)
  expect(problems).toEqual([])
})

test('a wrong value, a missing field, an unknown field and an unknown kind are noticed', () => {
  const api = structuredClone(named('api'))
  Object.assign(api.spec ?? {}, { replicas: 'two', selector: undefined })
  Object.assign(mainContainer(api), { readinessProb: {} })
  expect(schemaProblems(api)).toEqual([
    '/spec {"missingProperty":"selector"}',
    '/spec/replicas {"type":"integer"}',
    '/spec/template/spec/containers/0/readinessProb is unknown',
  ])
  expect(schemaProblems({ ...api, apiVersion: 'apps/v2' })).toEqual(['no schema for apps/v2 Deployment'])
})

test('the kustomizations list every file that is no example', () => {
  const inReaders = readKustomization('readers/kustomization.yaml').resources.map((file) => `readers/${file}`)
  const listed = [...kustomization.resources, ...inReaders]
  expect(listed.toSorted()).toEqual(manifestFiles().filter((file) => !file.endsWith('secrets.example.yaml')))
})

test('what a manifest refers to is there', () => {
  expect(danglingReferences(manifests)).toEqual([])
})

test('a name that leads nowhere is noticed', () => {
  const all = readManifests()
  for (const { kind, metadata } of all) if (/^(Secret|Service)$/.test(kind)) metadata.name += '-2'
  mainContainer(named('worker', all)).ports = []
  Object.assign(named('writer', all).spec ?? {}, { template: named('api').spec?.template })
  expect(danglingReferences(all)).toEqual(
    expect.arrayContaining([
      'Deployment ats-api: Secret ats-secrets',
      'Deployment ats-worker: port metrics',
      'Deployment ats-writer: its own pods',
      'Ingress ats: Service ats-api',
      'PodDisruptionBudget ats-writer: pods',
      'Service ats-api-2: 2 workloads',
    ]),
  )
})

/** The environment that a manifest gives to a container, with the Secrets of the examples. */
function givenTo(workload: Workload, container = mainContainer(workload)): Record<string, string> {
  const { env = [], envFrom = [] } = container
  const valuesOf = (kind: string, name: string | undefined) => {
    const found = manifests.find((one) => one.kind === kind && one.metadata.name === name)
    if (found?.kind === 'ConfigMap') return found.data
    return found?.kind === 'Secret' ? found.stringData : undefined
  }
  const single = (env ?? []).map(({ name, value, valueFrom }) => {
    const { name: secret, key = '' } = valueFrom?.secretKeyRef ?? {}
    return [name, value ?? valuesOf('Secret', secret)?.[key] ?? '']
  })
  const whole = (envFrom ?? []).map(({ configMapRef, secretRef }) => ({
    ...valuesOf('ConfigMap', configMapRef?.name),
    ...valuesOf('Secret', secretRef?.name),
  }))
  return Object.assign({}, ...whole, Object.fromEntries(single))
}
/** Including the variables that the image sets. */
const environmentOf = (workload: Workload) => ({ ...readDockerfile().env, ...givenTo(workload) })
const values = { SECRET: 'a'.repeat(64), S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'key' }

/** The configuration that the program reads once the operator has filled in the Secrets. */
function configOf(workload: Workload) {
  const variables = environmentOf(workload)
  const filledIn = Object.entries(values).filter(([name]) => variables[name] === '')
  return readConfig({ ...variables, ...Object.fromEntries(filledIn) })
}

test('every variable is one that the program reads', () => {
  const known = [...settingNames, 'APP_ROLE']
  const given = workloads.flatMap((one) => Object.keys(environmentOf(one)))
  expect(given.length).toBeGreaterThan(50)
  expect(given.filter((name) => !known.includes(name))).toEqual([])
})

test('api and worker start for production with them once the Secrets are filled in, and not before', () => {
  for (const workload of [named('api'), named('worker')]) {
    expect(() => readConfig(environmentOf(workload))).toThrow(/SECRET: needs.*S3_URL: needs/s)
    const config = configOf(workload)
    expect(config).toMatchObject({ production: true, trustProxy: true, bucket: { accessKeyId: 'key' } })
    expect(new URL(config.databaseUrl).username).toBe('ats_app')
  }
})

test('gateway and writer start with the database and NATS alone', () => {
  for (const workload of [named('gateway'), named('writer')]) {
    const { databaseUrl, log } = readReaderConfig(environmentOf(workload))
    expect(new URL(databaseUrl).username).toBe('ats_app')
    expect(log).toMatchObject({
      replicas: 3,
      servers: [expect.anything(), expect.anything(), expect.anything()],
    })
  }
})

/** The settings of each process; gateway and writer have the fewest, and no other process has those for readers. */
const onlyReaders = [...readerSettings.gateway, ...readerSettings.writer].filter((name) =>
  /^(NATS_|MQTT_HOST|MQTT_PORT|WEBHOOK_PORT|GATEWAY_)/.test(name),
)
const ofProduct = settingNames.filter((name) => !onlyReaders.includes(name))
const needed: Record<string, readonly string[]> = { api: ofProduct, worker: ofProduct, ...readerSettings }
const extra = (part: string, names: string[]) =>
  names.filter((name) => !needed[part]?.includes(name)).map((name) => `${part} does not need ${name}`)

test('no process in a cluster gets a variable that it does not read', () => {
  expect(processes.flatMap((one) => extra(nameOf(one), Object.keys(givenTo(one))))).toEqual([])
  const waiting = processes.flatMap((one) =>
    (podOf(one).initContainers ?? []).map((container) => Object.keys(givenTo(one, container))),
  )
  expect(waiting).toEqual(processes.map(() => ['DATABASE_URL']))
})

test('no process of the compose file gets a variable that it does not read', () => {
  type Service = { environment?: Record<string, string> }
  const { services } = parse(read('ops/compose.yaml'), { merge: true }) as {
    services: Record<string, Service>
  }
  const given = Object.keys(needed).map(
    (part) => [part, Object.keys(services[part]?.environment ?? {})] as const,
  )
  expect(given.every(([, names]) => names.length > 2)).toBe(true)
  expect(given.flatMap(([part, names]) => extra(part, names))).toEqual([])
})

test('the units of gateway and writer load a file of their own, with only what they read', () => {
  const page = read('docs/run/readers.md')
  const names = [
    ...page.matchAll(/^grep -E '\^\(([\w|]+)\)=' \/etc\/ats.env > \/etc\/ats-readers.env$/gm),
    ...page.matchAll(/^printf '(.*)' "\$log" >> \/etc\/ats-readers.env$/gm),
  ].flatMap(([, text = '']) => text.match(/(?<![A-Z_])[A-Z][A-Z_]+(?=[=|]|$)/g) ?? [])
  expect(names).toEqual(['NODE_ENV', 'DATABASE_URL', 'NATS_URL', 'MQTT_HOST'])
  expect(extra('gateway', names)).toEqual([])
  for (const part of ['gateway', 'writer']) {
    const unit = read(`ops/systemd/ats-${part}.service`)
    expect(unit.match(/^EnvironmentFile=.*$/gm)).toEqual(['EnvironmentFile=/etc/ats-readers.env'])
  }
})

test('an extra variable is named', () => {
  expect(extra('gateway', ['NATS_URL', 'SECRET', 'SMTP_URL'])).toEqual([
    'gateway does not need SECRET',
    'gateway does not need SMTP_URL',
  ])
})

test('the database is changed as its owner by one Job, its indexes by one Deployment, and by nobody else', () => {
  const ownerUsers = workloads.filter((one) => JSON.stringify(one).includes('ats-owner'))
  expect(ownerUsers.map((one) => `${one.kind} ${nameOf(one)}`)).toEqual([
    'Deployment field-indexes',
    'Job migrate',
  ])
  const { DATABASE_URL = '', APP_ROLE } = environmentOf(named('migrate'))
  expect(new URL(DATABASE_URL).username).toBe('ats')
  expect(APP_ROLE).toBe(new URL(environmentOf(named('api')).DATABASE_URL ?? '').username)
  for (const workload of processes)
    expect(podOf(workload).initContainers?.map(({ args }) => args)).toEqual([['migrate', '--wait']])
})

test('the program has every command', () => {
  const program = read('server/src/main.ts')
  const commands = [...program.matchAll(/^ {2}'?([\w-]+)'?: (?:async )?\(/gm)].map(([, name]) => name)
  for (const workload of workloads)
    for (const { command, args } of containersOf(podOf(workload))) {
      const [name, ...options] = args ?? []
      expect(command).toBeUndefined()
      expect(commands).toContain(name)
      for (const option of options) expect(program).toContain(option)
    }
  for (const workload of workloads) expect(mainContainer(workload).args?.[0]).toBe(nameOf(workload))
})

test('what is probed answers', async () => {
  const noFigures = { registerMetric: () => undefined } as unknown as Parameters<typeof serveHealth>[1]
  const server = await serveHealth({ host: '127.0.0.1', port: 0 }, noFigures, { running: () => true })
  onTestFinished(() => void server.close())
  for (const workload of processes) {
    const { startupProbe, livenessProbe, readinessProbe } = mainContainer(workload)
    const probes = [startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet)
    expect(probes.map((probe) => probe?.path)).toEqual(['/livez', '/livez', '/readyz'])
    expect(new Set(probes.map((probe) => probe?.port))).toEqual(new Set(['metrics']))
    for (const probe of probes) {
      const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${probe?.path}`)
      expect(answer.status).toBe(200)
    }
  }
})

test('ports and folders are those of the image and the settings', () => {
  for (const workload of processes) {
    const isReaders = nameOf(workload) in readerSettings
    const own = isReaders ? undefined : configOf(workload)
    const { gateway, metrics } = own ?? readReaderConfig(environmentOf(workload))
    const listening: Record<string, number | undefined> = {
      ...{ http: own?.port, metrics: metrics?.port, mqtt: gateway.mqttPort, webhook: gateway.webhookPort },
    }
    const { ports, volumeMounts } = mainContainer(workload)
    for (const { name = '', containerPort } of ports ?? []) expect(containerPort).toBe(listening[name ?? ''])
    const folders = own === undefined ? ['/tmp'] : [own.dataDir, '/tmp']
    expect(volumeMounts?.map(({ mountPath }) => mountPath)).toEqual(folders)
  }
  const { uploadBytes } = configOf(named('api'))
  expect(read('ops/kubernetes/ingress.yaml')).toContain(`proxy-body-size: ${uploadBytes / 1_000_000}m\n`)
})

test('the image is this version, and no pod can do more than another', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  expect(kustomization.images).toMatchObject([{ name: 'ats', newTag: version }])
  for (const workload of workloads) {
    const pod = podOf(workload)
    expect(pod).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false })
    expect(pod.securityContext).toEqual({
      ...{ runAsNonRoot: true, runAsUser: 1000, runAsGroup: 1000, fsGroup: 1000 },
      seccompProfile: { type: 'RuntimeDefault' },
    })
    for (const container of containersOf(pod)) {
      expect(container.image).toBe('ats')
      expect(container.resources?.limits).toHaveProperty('memory')
      expect(container.securityContext).toEqual({
        ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true },
        capabilities: { drop: ['ALL'] },
      })
    }
  }
})

test('a pod has as long to stop as a unit of systemd, after what it waits before', () => {
  for (const workload of processes) {
    const unit = read(`ops/systemd/ats-${nameOf(workload)}.service`)
    const [, stopSeconds] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? []
    const [, sleepSeconds = 0] = mainContainer(workload).lifecycle?.preStop?.exec?.command ?? []
    expect(podOf(workload).terminationGracePeriodSeconds).toBe(Number(stopSeconds) + Number(sleepSeconds))
  }
  for (const name of ['api', 'gateway']) {
    expect(mainContainer(named(name)).lifecycle?.preStop?.exec?.command).toEqual(['sleep', '10'])
    expect(named(name).spec?.strategy?.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 })
  }
})

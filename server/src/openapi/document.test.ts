import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { endpoints } from '@ats/contract/endpoints.ts'
import { system } from '@ats/contract/system.ts'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testApp } from '#test/app.ts'
import { currentOpenapi } from './file.ts'

const { app, call } = await testApp()

// Some dates in examples have to be in the future.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T00:00:00Z') }))
afterAll(() => void vi.useRealTimers())
const contract = Object.entries(endpoints).flatMap(([group, members]) =>
  Object.entries(members).map(([name, endpoint]) => ({ id: `${group}.${name}`, ...endpoint })),
)

type Content = Record<string, { schema?: object }>
type Parameter = { name: string; in: string; required: boolean; example?: unknown }
type Operation = {
  operationId: string
  'x-permission': string
  security?: object[]
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
type Description = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: Record<'schemas' | 'parameters' | 'responses', Record<string, object>>
}
const description = JSON.parse(JSON.stringify(await currentOpenapi())) as Description
const operationOf = (path: string, method: string) =>
  description.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path,
    method: method.toUpperCase(),
    ...operation,
  })),
)

/** What a `$ref` of the document points at. */
const resolve = (ref: string) =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], description)
const parametersOf = (operation: Operation | undefined) =>
  (operation?.parameters ?? []).map((one) => ('$ref' in one ? (resolve(one.$ref) as Parameter) : one))
/** The example of a body or a response, which is at its schema. */
function exampleIn(content: Content = {}): unknown {
  const [schema = {}] = Object.values(content).map((part) => part.schema)
  const { $ref, allOf } = schema as { $ref?: string; allOf?: { $ref?: string }[] }
  return (resolve($ref ?? allOf?.[0]?.$ref ?? '') as { examples?: unknown[] } | undefined)?.examples?.[0]
}
const refs = [...JSON.stringify(description).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = '']) => ref)

/** Every method and address that the server handles, read from its tree of routes. */
function served() {
  const above: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods] = /^([│ ]*)[├└]── (\S*) ?(?:\((.*)\))?$/.exec(line) ?? []
      const depth = indent.length / 4
      above.splice(depth, above.length, part)
      return (methods?.split(', ') ?? []).map((method) => `${method} ${above.join('')}`)
    })
}

test('every endpoint of the contract is served, and nothing else is', () => {
  const routes = served().filter((route) => !route.startsWith('HEAD '))
  expect(routes.toSorted()).toEqual(contract.map(({ method, path }) => `${method} ${path}`).toSorted())
})

test('HEAD is answered only where GET is', () => {
  const routes = served()
  const heads = routes.filter((route) => route.startsWith('HEAD '))
  for (const head of heads) expect(routes).toContain(head.replace('HEAD', 'GET'))
})

test('no two endpoints share a method and an address', () => {
  const addresses = contract.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`)
  expect(new Set(addresses).size).toBe(addresses.length)
})

test('the committed description is current, and the server returns it as it is', async () => {
  const committed = await readFile(join(import.meta.dirname, '../../../openapi.json'), 'utf8')
  expect(description).toEqual(JSON.parse(committed))
  expect((await call(null, system.openapi)).text).toBe(committed)
})

test.each(contract.map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s is described: its permission, its request and its responses',
  (id, {
    method,
    path,
    permission,
    params,
    query,
    body,
    image,
    file,
    status = 200,
    orAccepted,
    takesKey,
  }) => {
    const operation = operationOf(path, method)
    expect(operation).toMatchObject({ operationId: id, 'x-permission': permission })
    expect(operation?.security).toEqual(permission === 'public' ? [] : undefined)
    const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    expect(Object.keys(params?.shape ?? {})).toEqual(inPath)
    const named = [...inPath, ...Object.keys(query?.shape ?? {}), ...(takesKey ? ['Idempotency-Key'] : [])]
    expect(parametersOf(operation).map(({ name }) => name)).toEqual(named)
    const whole = file && 'application/octet-stream'
    const type = whole ?? (image === undefined ? 'application/json' : 'multipart/form-data')
    const takesBody = body !== undefined || image !== undefined || file
    expect(Object.keys(operation?.requestBody?.content ?? {})).toEqual(takesBody ? [type] : [])
    const statuses = [String(status), ...(orAccepted ? ['202'] : []), 'default']
    expect(Object.keys(operation?.responses ?? {})).toEqual(statuses)
  },
)

test.each(contract.map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s has examples that the contract accepts',
  (_id, { method, path, params, query, body, reply, status = 200 }) => {
    const operation = operationOf(path, method)
    const given = (place: string) =>
      Object.fromEntries(
        parametersOf(operation)
          .filter((one) => one.in === place && one.required)
          .map(({ name, example }) => [name, example]),
      )
    const sent = exampleIn(operation?.requestBody?.content)
    const received = exampleIn(operation?.responses[status]?.content)
    const wrong = [
      ...[params?.safeParse(given('path')), query?.safeParse(given('query')), body?.safeParse(sent)],
      reply === 'file' ? undefined : reply.safeParse(received),
    ].flatMap((result) => result?.error?.issues ?? [])
    expect(wrong).toEqual([])
  },
)

test('operations have unique names that stay the same', async () => {
  const names = operations.map(({ operationId, method, path }) => `${operationId} ${method} ${path}`)
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(names.length)
  await expect(`${names.toSorted().join('\n')}\n`).toMatchFileSnapshot('operations.txt')
})

test('schemas, parameters and responses are used and exist', () => {
  for (const ref of refs) expect(resolve(ref), ref).toBeDefined()
  const parts = (['schemas', 'parameters', 'responses'] as const).flatMap((kind) =>
    Object.keys(description.components[kind]).map((name) => `#/components/${kind}/${name}`),
  )
  expect(parts.filter((part) => !refs.includes(part))).toEqual([])
})

test('schemas have the names that the contract gives them', () => {
  const names = Object.keys(description.components.schemas)
  expect(names).toEqual(expect.arrayContaining(['Asset', 'User', 'Problem', 'AssetsListReply', 'NewAsset']))
  expect(names.filter((name) => !/^[A-Z][A-Za-z0-9]+$/.test(name))).toEqual([])
})

test('the description is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  expect(await validator.validate(JSON.parse(JSON.stringify(description)))).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

test('the description stays small', async () => {
  const { size } = await stat(join(import.meta.dirname, '../../../openapi.json'))
  expect(size).toBeLessThan(600_000)
})

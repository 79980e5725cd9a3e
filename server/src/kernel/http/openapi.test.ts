import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { endpoints } from '@ats/contract/endpoints.ts'
import { system } from '@ats/contract/system.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'

const { app, call } = await testApp()
const contract = Object.entries(endpoints).flatMap(([group, members]) =>
  Object.entries(members).map(([name, endpoint]) => ({ id: `${group}.${name}`, ...endpoint })),
)

type Operation = {
  operationId: string
  'x-permission': string
  security?: object[]
  parameters?: { name: string; in: string; required: boolean }[]
  requestBody?: { content: object }
  responses: Record<string, { content: object }>
}
type Description = { openapi: string; paths: Record<string, Record<string, Operation>> }
const description: Description = JSON.parse((await call(null, system.openapi)).text)
const operationOf = (path: string, method: string) =>
  description.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]

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

test('the description that is served is the committed one', async () => {
  const committed = await readFile(join(import.meta.dirname, '../../../../openapi.json'), 'utf8')
  expect(description).toEqual(JSON.parse(committed))
  expect(description.openapi).toBe('3.1.0')
})

test.each(contract.map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s is described: who may call it, what it takes, what it answers',
  (id, { method, path, permission, params, query, body, image, file, status = 200, orAccepted }) => {
    const operation = operationOf(path, method)
    expect(operation).toMatchObject({ operationId: id, 'x-permission': permission })
    expect(operation?.security === undefined).toBe(permission === 'public')
    const named = [...Object.keys(params?.shape ?? {}), ...Object.keys(query?.shape ?? {})]
    expect(operation?.parameters?.map(({ name }) => name) ?? []).toEqual(named)
    const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    expect(Object.keys(params?.shape ?? {})).toEqual(inPath)
    const whole = file && 'application/octet-stream'
    const type = whole ?? (image === undefined ? 'application/json' : 'multipart/form-data')
    const takesBody = body !== undefined || image !== undefined || file
    expect(Object.keys(operation?.requestBody?.content ?? {})).toEqual(takesBody ? [type] : [])
    expect(Object.keys(operation?.responses ?? {})).toEqual([
      String(status),
      ...(orAccepted ? ['202'] : []),
      'default',
    ])
  },
)

test('every schema can be read by programs that know only JSON schema', () => {
  const text = JSON.stringify(description)
  expect(text).not.toContain('"$schema"')
  for (const [, target] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const found = target
      ?.split('/')
      .reduce<unknown>((node, key) => (node as Record<string, unknown>)?.[key], description)
    expect(found, target).toBeDefined()
  }
})

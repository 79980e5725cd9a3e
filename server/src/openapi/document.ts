import type { Endpoint } from '@ats/contract/endpoint.ts'
import { page } from '@ats/contract/paging.ts'
import { problem } from '@ats/contract/problems/body.ts'
import type { z } from 'zod'
import { type Examples, examplesFrom } from './examples.ts'
import { type Parameter, sharedParameters } from './parameters.ts'
import { namedSchemas, nameIn, pascal, refTo, type Schema } from './schemas.ts'

type Groups = Record<string, Record<string, Endpoint>>
export type Names = Map<z.ZodType, string>
type Named = ReturnType<typeof namedSchemas>
type Described = { schemas: Named; example: ReturnType<typeof examplesFrom> }
type Operation = { id: string; group: string; endpoint: Endpoint }

/** The names of exported types, and for other types the operation that uses them first. */
function withOperationNames(exported: Names, operations: Operation[]): Names {
  const names: Names = new Map(exported)
  for (const { id, endpoint } of operations)
    for (const part of ['params', 'query', 'body', 'reply'] as const) {
      const type = endpoint[part]
      if (type === undefined || type === 'file' || names.has(type)) continue
      names.set(type, [...id.split('.'), part].map(pascal).join(''))
    }
  return names
}

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same request with the same key is done once; sent again, it gets the first response.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
}

function parameters({ params, query, takesKey }: Endpoint, { schemas, example }: Described): Parameter[] {
  const places = [
    ['path', params],
    ['query', query],
  ] as const
  const fields = places.flatMap(([place, type]) => {
    if (type === undefined) return []
    const { properties = {}, required = [] } = schemas.fieldsOf(type) as {
      properties?: Record<string, Schema>
      required?: string[]
    }
    return Object.entries(properties).map(([name, { description, ...schema }]): Parameter => {
      const isRequired = place === 'path' || required.includes(name)
      return {
        ...{ name, in: place, required: isRequired },
        ...(description !== undefined && { description }),
        schema,
        ...(isRequired && { example: example(schema, name) }),
      }
    })
  })
  return takesKey ? [...fields, idempotencyKey] : fields
}

const bytes = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }

function requestBody({ body, image, file }: Endpoint, { schemas }: Described) {
  if (file) return { requestBody: { required: true, content: bytes } }
  if (body === undefined && image === undefined) return {}
  const fields = body && schemas.refTo(body, 'input')
  if (image === undefined)
    return { requestBody: { required: true, content: { 'application/json': { schema: fields } } } }
  const picture = {
    type: 'object',
    properties: { image: { type: 'string', format: 'binary' } },
    ...(image === 'required' && { required: ['image'] }),
  }
  const schema = fields === undefined ? picture : { allOf: [fields, picture] }
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
}

function responses({ reply, status = 200, orAccepted }: Endpoint, { schemas }: Described) {
  const content =
    reply === 'file' ? bytes : { 'application/json': { schema: schemas.refTo(reply, 'output') } }
  return {
    [status]: { description: 'Success', content },
    ...(orAccepted && { 202: { description: 'Accepted: the work continues as a job', content } }),
    default: { $ref: '#/components/responses/Problem' },
  }
}

type Placed = ReturnType<typeof sharedParameters>['placed']

function describe({ id, group, endpoint }: Operation, parts: Described, placed: Placed) {
  const fields = parameters(endpoint, parts).map(placed)
  return {
    operationId: id,
    tags: [group],
    summary: endpoint.summary,
    'x-permission': endpoint.permission,
    ...(endpoint.permission === 'public' && { security: [] }),
    ...(fields.length > 0 && { parameters: fields }),
    ...requestBody(endpoint, parts),
    responses: responses(endpoint, parts),
  }
}

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'The token that POST /api/v1/login returns.' },
  companion: {
    type: 'apiKey',
    in: 'cookie',
    name: 'ats_session',
    description: 'The cookie of a browser session, which works only together with its token.',
  },
}

function problemResponse({ schemas }: Described) {
  return {
    description: 'Error; code and params say which.',
    headers: {
      'Retry-After': {
        description: 'With 429, 503 and some 409: the seconds to wait before the request is sent again.',
        schema: { type: 'integer', minimum: 0 },
      },
    },
    content: { 'application/json': { schema: schemas.refTo(problem, 'output') } },
  }
}

function partsOf(operations: Operation[], exported: Names, examples: Examples): Described {
  const endpoints = operations.map(({ endpoint }) => endpoint)
  const sides = {
    fields: endpoints.flatMap(({ params, query }) => [params, query].filter((type) => type !== undefined)),
    input: endpoints.flatMap(({ body }) => (body === undefined ? [] : [body])),
    output: [problem, ...endpoints.flatMap(({ reply }) => (reply === 'file' ? [] : [reply]))],
  }
  const schemas = namedSchemas(withOperationNames(exported, operations), sides, page)
  const example = examplesFrom(schemas.shared, examples)
  // An example at its schema serves every operation that has the schema as its body or response.
  for (const io of ['input', 'output'] as const)
    for (const type of sides[io]) {
      const name = nameIn(schemas.refTo(type, io)) ?? ''
      schemas.shared[name] = { ...schemas.shared[name], examples: [example(refTo(name))] }
    }
  return { schemas, example }
}

type Contract = { groups: Groups; exported: Names; examples: Examples; version: string }

/** The contract as OpenAPI, for clients that are not written in TypeScript. */
export function openapi({ groups, exported, examples, version }: Contract) {
  const operations = Object.entries(groups).flatMap(([group, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => ({ id: `${group}.${name}`, group, endpoint })),
  )
  const parts = partsOf(operations, exported, examples)
  const { shared, placed } = sharedParameters(
    operations.flatMap(({ endpoint }) => parameters(endpoint, parts)),
  )
  const paths: Record<string, Record<string, object>> = {}
  for (const operation of operations) {
    const { path, method } = operation.endpoint
    const address = path.replace(/:(\w+)/g, '{$1}')
    paths[address] = { ...paths[address], [method.toLowerCase()]: describe(operation, parts, placed) }
  }
  const schemas = Object.entries(parts.schemas.shared).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return {
    openapi: '3.1.0',
    info: { title: 'Asset Tracking Solution', version },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }, { bearer: [], companion: [] }],
    paths,
    components: {
      schemas: Object.fromEntries(schemas),
      parameters: shared,
      responses: { Problem: problemResponse(parts) },
      securitySchemes,
    },
  }
}

import type { Endpoint } from '@ats/contract/endpoint.ts'
import { problem } from '@ats/contract/problems/body.ts'
import { z } from 'zod'

type Group = Record<string, Endpoint>
type Schema = Record<string, unknown>

function schemaOf(type: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' })
  return schema
}

function parameters(endpoint: Endpoint) {
  const places = [
    ['path', endpoint.params],
    ['query', endpoint.query],
  ] as const
  return places.flatMap(([place, type]) => {
    if (type === undefined) return []
    const { properties = {}, required = [] } = schemaOf(type, 'input') as {
      properties?: Record<string, Schema>
      required?: string[]
    }
    return Object.entries(properties).map(([name, schema]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema,
    }))
  })
}

function requestBody({ body, image, file: isFile }: Endpoint) {
  const bytes = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
  if (isFile) return { requestBody: { required: true, content: bytes } }
  if (body === undefined && image === undefined) return {}
  const fields = body === undefined ? { type: 'object' } : schemaOf(body, 'input')
  if (image === undefined)
    return { requestBody: { required: true, content: { 'application/json': { schema: fields } } } }
  const file = { type: 'object', properties: { image: { type: 'string', format: 'binary' } } }
  const needs = image === 'required' ? { required: ['image'] } : {}
  const schema = body === undefined ? { ...file, ...needs } : { allOf: [fields, { ...file, ...needs }] }
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
}

function responses({ reply, status = 200, orAccepted }: Endpoint) {
  const content =
    reply === 'file'
      ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
      : { 'application/json': { schema: schemaOf(reply, 'output') } }
  return {
    [status]: { description: 'As asked', content },
    ...(orAccepted && { 202: { description: 'Too much to wait for: it goes on as a job', content } }),
    default: {
      description: 'Refused; the code says why',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  }
}

function operation(group: string, name: string, endpoint: Endpoint) {
  const given = parameters(endpoint)
  return {
    operationId: `${group}.${name}`,
    tags: [group],
    summary: endpoint.summary,
    'x-permission': endpoint.permission,
    ...(endpoint.permission === 'public' ? {} : { security: [{ bearer: [], companion: [] }] }),
    ...(given.length > 0 && { parameters: given }),
    ...requestBody(endpoint),
    responses: responses(endpoint),
  }
}

/** The contract as OpenAPI, for clients that are not written in TypeScript. */
export function openapi(groups: Record<string, Group>, version: string) {
  const paths: Record<string, Record<string, object>> = {}
  for (const [group, endpoints] of Object.entries(groups))
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(group, name, endpoint) }
    }
  return {
    openapi: '3.1.0',
    info: { title: 'Asset Tracking Solution', version },
    paths,
    components: {
      schemas: { Problem: schemaOf(problem, 'output') },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The token that signing in returns.' },
        companion: {
          type: 'apiKey',
          in: 'cookie',
          name: 'ats_session',
          description:
            'Set by signing in from a browser, whose token alone is refused; a program needs only its token.',
        },
      },
    },
  }
}

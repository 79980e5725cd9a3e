// Why it is built this way: docs/decisions/069-a-small-openapi-document.md

import { z } from 'zod'

export type Schema = Record<string, unknown>
export type Schemas = Record<string, Schema>

export const pascal = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const folder = '#/components/schemas/'
export const refTo = (name: string): Schema => ({ $ref: `${folder}${name}` })
export const nameIn = (schema: Schema): string | undefined =>
  typeof schema.$ref === 'string' ? schema.$ref.slice(folder.length) : undefined

/** Every `$ref` in the value, as the name of a schema. */
const refsIn = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
    ([, name = '']) => name,
  )

const dayPattern = z.regexes.date.source

/** Removes what only repeats a format or the range of numbers in JSON. */
function withoutRepetition(schema: Schema) {
  if (schema.format !== undefined) delete schema.pattern
  if (Array.isArray(schema.allOf) && schema.allOf.some(({ pattern }) => pattern === dayPattern)) {
    schema.format = 'date'
    schema.allOf = schema.allOf.filter(({ pattern }) => pattern !== dayPattern)
  }
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
}

type Converted = { zodSchema: z.core.$ZodTypes; jsonSchema: z.core.JSONSchema.BaseSchema }

function simplify({ zodSchema: { _zod: type }, jsonSchema: schema }: Converted) {
  withoutRepetition(schema as Schema)
  // A response may get more fields in a later version; only what the contract calls strict is closed.
  if (type.def.type === 'object' && type.def.catchall === undefined) delete schema.additionalProperties
}

function convert(names: Map<z.ZodType, string>, io: 'input' | 'output'): Schemas {
  const registry = z.registry<{ id: string }>()
  for (const [type, id] of names) registry.add(type, { id })
  const uri = (id: string) => `${folder}${id}`
  const { schemas } = z.toJSONSchema(registry, { io, uri, unrepresentable: 'any', override: simplify })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [name, schema as Schema]),
  )
}

function reachable(schemas: Schemas, from: string[]): Set<string> {
  const found = new Set<string>()
  const waiting = [...from]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop())
    if (!found.has(name)) {
      found.add(name)
      waiting.push(...refsIn(schemas[name]))
    }
  return found
}

/** Schemas that accept something else than they return, themselves or by one that they refer to. */
function differing(input: Schemas, output: Schemas, names: string[]): Set<string> {
  const differ = new Set(names.filter((name) => JSON.stringify(input[name]) !== JSON.stringify(output[name])))
  for (let before = -1; before < differ.size; ) {
    before = differ.size
    for (const name of names) if (refsIn(input[name]).some((ref) => differ.has(ref))) differ.add(name)
  }
  return differ
}

function renamed<T>(value: T, names: Set<string>): T {
  const text = JSON.stringify(value).replaceAll(/"#\/components\/schemas\/([^"]+)"/g, (ref, name: string) =>
    names.has(name) ? `"${folder}${name}Input"` : ref,
  )
  return JSON.parse(text) as T
}

type Shape = { properties?: Schemas; required?: string[] }

/** A schema with all fields of another one refers to it for them. */
function withMixin(schema: Schema, mixin: string, { properties: fields = {} }: Shape): Schema {
  const { properties = {}, required = [], type, ...rest } = schema as Schema & Shape
  const isSame = (name: string) => JSON.stringify(properties[name]) === JSON.stringify(fields[name])
  if (type !== 'object' || !Object.keys(fields).every(isSame)) return schema
  const own = Object.entries(properties).filter(([name]) => !(name in fields))
  if (own.length === 0) return schema
  const ownRequired = required.filter((name) => !(name in fields))
  return {
    ...rest,
    allOf: [refTo(mixin), { type, properties: Object.fromEntries(own), required: ownRequired }],
  }
}

/** `fields` are sent one by one, in paths and queries. */
type Sides = Record<'input' | 'output' | 'fields', z.ZodType[]>

/**
 * JSON schemas of types that clients send or receive, by name. A type that is sent differently than it is received has
 * two: `PlanShape` and `PlanShapeInput`. Responses with the fields of `mixin` refer to it.
 */
export function namedSchemas(
  names: Map<z.ZodType, string>,
  { input, output, fields }: Sides,
  mixin: z.ZodObject,
) {
  const nameOf = (type: z.ZodType) => names.get(type) ?? ''
  const sent = convert(names, 'input')
  const whole = convert(names, 'output')
  const mixed = ([name, schema]: [string, Schema]) => [
    name,
    withMixin(schema, nameOf(mixin), whole[nameOf(mixin)] ?? {}),
  ]
  const received: Schemas = Object.fromEntries(Object.entries(whole).map(mixed))
  const uses = {
    input: reachable(sent, [...input.map(nameOf), ...fields.flatMap((type) => refsIn(sent[nameOf(type)]))]),
    output: reachable(received, output.map(nameOf)),
  }
  const differ = differing(sent, received, [...uses.input.intersection(uses.output)])
  const shared: Schemas = {}
  for (const name of uses.output) shared[name] = received[name] ?? {}
  for (const name of uses.input)
    shared[differ.has(name) ? `${name}Input` : name] = renamed(sent[name] ?? {}, differ)
  return {
    shared,
    /** A type that is sent but has no name of its own in the document: the fields of a query. */
    fieldsOf: (type: z.ZodType) => renamed(sent[nameOf(type)] ?? {}, differ),
    refTo: (type: z.ZodType, io: 'input' | 'output') =>
      renamed(refTo(nameOf(type)), io === 'input' ? differ : new Set()),
  }
}

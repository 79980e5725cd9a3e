import { nameIn, type Schema, type Schemas } from './schemas.ts'

/**
 * `values`: what a field of this name holds, or of this name in one schema (`User.name`).
 * `whole`: the example of a schema, where one that is put together from its fields would be invalid.
 */
export type Examples = { values: Record<string, unknown>; whole: Record<string, unknown> }

type Where = { key: string; owner: string; above: string[] }

const uuid = '019a93f2-6f0c-7c61-9d0e-3f1c8e1b7a55'
const byFormat: Record<string, string> = {
  uuid,
  date: '2026-11-16',
  'date-time': '2026-11-16T09:30:00.000Z',
  email: 'meera@example.com',
  uri: 'https://ats.example.com',
}

const typesOf = ({ type }: Schema) => (Array.isArray(type) ? type : [type]) as unknown[]
const optionsOf = ({ anyOf, oneOf }: Schema) => (anyOf ?? oneOf) as Schema[] | undefined
const typeOf = (value: unknown) => {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** `serialNo` as a text: `Serial no`. */
const wordsOf = (key: string) => {
  const words = key
    .replaceAll(/([A-Z])/g, ' $1')
    .toLowerCase()
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function formatOf(format: unknown, key: string): string {
  if (format !== undefined) return String(format)
  if (/^at$|At$/.test(key)) return 'date-time'
  return /^(from|to|day|before|since)$|Date$|On$/.test(key) ? 'date' : 'text'
}

function textFor({ format, minLength = 0, maxLength = 200 }: Schema, key: string): string {
  const text = byFormat[formatOf(format, key)] ?? wordsOf(key)
  return text.slice(0, Number(maxLength)).padEnd(Number(minLength), '.')
}

/** Whether a schema takes a value, as far as its type says. */
function accepts(schemas: Schemas, schema: Schema, value: unknown): boolean {
  const name = nameIn(schema)
  if (name !== undefined) return accepts(schemas, schemas[name] ?? {}, value)
  if ('const' in schema) return schema.const === value
  if (Array.isArray(schema.enum)) return schema.enum.includes(value)
  const options = optionsOf(schema)
  if (options !== undefined) return options.some((option) => accepts(schemas, option, value))
  if (schema.format === 'uuid' && value !== null && !/^[0-9a-f-]{36}$/.test(String(value))) return false
  const types = typesOf(schema)
  if (types.includes('integer') && Number.isInteger(value)) return true
  if (Array.isArray(value) && types.includes('array'))
    return value.every((item) => accepts(schemas, (schema.items ?? {}) as Schema, item))
  return schema.type !== undefined && types.includes(typeOf(value))
}

/** Examples that follow from the schemas; a test parses each with the contract. */
export function examplesFrom(schemas: Schemas, { values, whole }: Examples) {
  const hintFor = ({ owner, key }: Where) => values[`${owner}.${key}` in values ? `${owner}.${key}` : key]

  function objectOf({ properties = {}, required = [] }: Schema, where: Where) {
    const entries = Object.entries(properties as Schemas).map(([key, schema]) => {
      const value = make(schema, { ...where, key })
      const isNeeded = (required as string[]).includes(key) || hintFor({ ...where, key }) !== undefined
      return [key, isNeeded ? value : undefined]
    })
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  }

  function plain(schema: Schema, where: Where): unknown {
    const types = typesOf(schema)
    if (types.includes('object')) return objectOf(schema, where)
    if (Array.isArray(schema.allOf) && schema.type === undefined)
      return Object.assign({}, ...schema.allOf.map((part: Schema) => make(part, where)))
    if (types.includes('array')) {
      if (Array.isArray(schema.prefixItems)) return schema.prefixItems.map((item) => make(item, where))
      const item = make((schema.items ?? {}) as Schema, where)
      return item === undefined ? [] : [item]
    }
    if (types.includes('null')) return null
    if (types.includes('string')) return textFor(schema, where.key)
    if (types.includes('boolean')) return false
    if (types.includes('integer') || types.includes('number')) return Math.max(1, Number(schema.minimum ?? 1))
    return null
  }

  /** Undefined where a schema would contain itself. */
  function make(schema: Schema, where: Where): unknown {
    const name = nameIn(schema)
    const hint = hintFor(where)
    if (hint !== undefined && accepts(schemas, schema, hint)) return hint
    if (name !== undefined) {
      if (where.above.includes(name)) return undefined
      return (
        whole[name] ?? make(schemas[name] ?? {}, { ...where, owner: name, above: [...where.above, name] })
      )
    }
    if ('const' in schema) return schema.const
    if (Array.isArray(schema.enum)) return schema.enum[0]
    if (schema.default !== undefined) return schema.default
    const option = optionsOf(schema)?.find((one) => one.type !== 'null')
    return option === undefined ? plain(schema, where) : make(option, where)
  }

  return (schema: Schema, key = '') => make(schema, { key, owner: '', above: [] })
}

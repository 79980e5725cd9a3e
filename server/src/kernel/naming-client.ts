import { createHash } from 'node:crypto'
import pg from 'pg'

/** A statement that holds this text is never prepared: its best plan depends on the values. */
export const unprepared = '/* unprepared */'

const mostNames = 1000
const names = new Map<string, string>()
const planned = /^\s*(select|with|insert|update|delete)\b/i

function nameOf(text: string) {
  let name = names.get(text)
  if (name === undefined && names.size < mostNames && planned.test(text) && !text.includes(unprepared)) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
    names.set(text, name)
  }
  return name
}

const send = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown

/** A pg client that prepares every statement sent with a list of values, be it empty, once per connection, by name. */
export class NamingClient extends pg.Client {}

NamingClient.prototype.query = function query(this: pg.Client, ...args: unknown[]) {
  const [text, values, ...rest] = args
  if (typeof text === 'string' && Array.isArray(values)) {
    const name = nameOf(text)
    if (name !== undefined) return send.call(this, { name, text, values }, ...rest)
  }
  return send.apply(this, args)
} as typeof pg.Client.prototype.query

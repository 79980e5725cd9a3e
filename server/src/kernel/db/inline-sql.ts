import { createQueryId, PostgresQueryCompiler, type RawBuilder } from 'kysely'
import pg from 'pg'

/** Writes values into the text of a statement, because COPY takes no parameters. */
class InliningCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown) {
    this.append(literal(value))
  }
}

/** A text literal whose type PostgreSQL infers, as it does for a parameter. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map(element).join(',')}}`)
  return pg.escapeLiteral(plain(value))
}

function element(value: unknown): string {
  return value === null ? 'NULL' : `"${plain(value).replace(/["\\]/g, '\\$&')}"`
}

function plain(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value === 'string' && !value.includes('\0')) return value
  throw new Error('This value cannot be written into a statement')
}

export function inlined(query: RawBuilder<unknown>): string {
  const compiled = new InliningCompiler().compileQuery(query.toOperationNode(), createQueryId())
  if (compiled.parameters.length > 0) throw new Error('A value was not written into the statement')
  return compiled.sql
}

import { type Compilable, type CompiledQuery, sql } from 'kysely'
import type { Db } from './db.ts'
import type { Tables } from './tables.ts'

type Value<T> = ReturnType<typeof sql.val<T>>

/**
 * Compiles a query once and then runs it with different values: for queries so frequent that compiling them
 * matters. `build` gets placeholders, and must not depend on any value.
 */
export function compiledOnce<Values extends object>(names: readonly (keyof Values & string)[]) {
  return <Row>(build: (db: Db, values: { [K in keyof Values]: Value<Values[K]> }) => Compilable<Row>) => {
    const marks = new Map<unknown, keyof Values>(names.map((name) => [{ standsFor: name }, name]))
    let compiled: CompiledQuery<Row> | undefined
    return async (db: Db, values: Values): Promise<Row[]> => {
      compiled ??= build(db, standing(marks)).compile()
      const parameters = compiled.parameters.map((mark) => {
        const name = marks.get(mark)
        return name === undefined ? mark : values[name]
      })
      const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
      return rows
    }
  }
}

const standing = <Values>(marks: Map<unknown, keyof Values>) =>
  Object.fromEntries(Array.from(marks, ([mark, name]) => [name, sql.val(mark)])) as {
    [K in keyof Values]: Value<Values[K]>
  }

/**
 * The same query with its select list as one text, which is compiled once. `build` selects from the table and
 * does nothing else; its list must not depend on any value.
 */
export function selectListOnce<Query extends Compilable>(table: keyof Tables, build: (db: Db) => Query) {
  let list: string | undefined
  return (db: Db): Query => {
    list ??= selectListOf(build(db).compile(), ` from "${table}"`)
    // The raw list has the columns of `build`, which its type cannot say.
    return db.selectFrom(table).select(sql.raw(list) as never) as unknown as Query
  }
}

function selectListOf({ sql: text, parameters }: CompiledQuery, end: string) {
  const start = 'select '
  if (!text.startsWith(start) || !text.endsWith(end) || parameters.length > 0)
    throw new Error('This query is more than a select list without values')
  return text.slice(start.length, -end.length)
}

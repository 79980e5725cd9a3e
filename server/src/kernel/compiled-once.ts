import { type Compilable, type CompiledQuery, sql } from 'kysely'
import type { Db } from './db.ts'

type Value<T> = ReturnType<typeof sql.val<T>>

/**
 * A query that is put together once and then asked with other values each time: for what is asked so often that writing
 * it out weighs. `build` is given something that stands for each value, and must not depend on any of them.
 */
export function compiledOnce<Values extends object>(names: readonly (keyof Values & string)[]) {
  return <Row>(build: (db: Db, values: { [K in keyof Values]: Value<Values[K]> }) => Compilable<Row>) => {
    let compiled: CompiledQuery<Row> | undefined
    let order: (keyof Values)[] = []
    return async (db: Db, values: Values): Promise<Row[]> => {
      if (compiled === undefined) {
        const marks = new Map(names.map((name) => [name, { name }]))
        const standing = Object.fromEntries(names.map((name) => [name, sql.val(marks.get(name))]))
        compiled = build(db, standing as { [K in keyof Values]: Value<Values[K]> }).compile()
        order = compiled.parameters.map((mark) => (mark as { name: keyof Values }).name)
      }
      const { rows } = await db.executeQuery<Row>({
        ...compiled,
        parameters: order.map((name) => values[name]),
      })
      return rows
    }
  }
}

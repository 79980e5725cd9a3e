import { pascal, type Schema } from './schemas.ts'

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: unknown
  schema: Schema
  example?: unknown
}

/** Fewer uses take less space in place. */
const leastUses = 3

/** The most frequent parameter of each name, for `components`; `placed` refers to it. */
export function sharedParameters(all: Parameter[]) {
  const uses = Object.values(Object.groupBy(all, (parameter) => JSON.stringify(parameter)))
  const shared: Record<string, Parameter> = {}
  const refs = new Map<string, string>()
  for (const same of uses.toSorted((a = [], b = []) => b.length - a.length)) {
    const [parameter] = same ?? []
    if (parameter === undefined || (same?.length ?? 0) < leastUses) continue
    const name = parameter.name.split('-').map(pascal).join('')
    if (shared[name] !== undefined) continue
    shared[name] = parameter
    refs.set(JSON.stringify(parameter), `#/components/parameters/${name}`)
  }
  const placed = (parameter: Parameter): Parameter | { $ref: string } => {
    const $ref = refs.get(JSON.stringify(parameter))
    return $ref === undefined ? parameter : { $ref }
  }
  return { shared, placed }
}

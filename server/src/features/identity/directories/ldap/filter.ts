import { AndFilter, EqualityFilter, type Filter, FilterParser, NotFilter, OrFilter } from 'ldapts'
import { DirectoryFailure } from './failure.ts'

const placeholder = '{login}'

/**
 * A filter of the settings with the login in it. The template is parsed first and the login becomes a value of
 * the parsed filter, so no character of it can change the meaning of the filter.
 */
export function loginFilter(template: string, login: string): { filter: Filter; attributes: string[] } {
  const attributes: string[] = []

  function fill(filter: Filter): Filter {
    if (filter instanceof AndFilter) return new AndFilter({ filters: filter.filters.map(fill) })
    if (filter instanceof OrFilter) return new OrFilter({ filters: filter.filters.map(fill) })
    if (filter instanceof NotFilter) return new NotFilter({ filter: fill(filter.filter) })
    if (!filter.toString().includes(placeholder)) return filter
    if (!(filter instanceof EqualityFilter) || filter.value !== placeholder)
      throw new DirectoryFailure('settings', new Error(`{login} is only allowed as in (mail={login})`))
    attributes.push(filter.attribute)
    return new EqualityFilter({ attribute: filter.attribute, value: login })
  }

  try {
    return { filter: fill(FilterParser.parseString(template)), attributes }
  } catch (error) {
    throw error instanceof DirectoryFailure ? error : new DirectoryFailure('settings', error)
  }
}

/** The parts of a name in a comparable form: without the spaces and the case that directories ignore. */
const partsOf = (dn: string) =>
  dn.split(/(?<!\\),/).map((part) =>
    part
      .trim()
      .replace(/\s*=\s*/, '=')
      .toLowerCase(),
  )

/** Whether a name lies below another. */
export function isBelow(dn: string, base: string): boolean {
  const [inner, outer] = [partsOf(dn), partsOf(base)]
  return inner.length > outer.length && inner.slice(-outer.length).join(',') === outer.join(',')
}

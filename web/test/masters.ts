import { bulkJobs } from '@ats/contract/bulk-jobs.ts'
import { type Master, masters } from '@ats/contract/masters.ts'
import { places } from '@ats/contract/places.ts'
import { idOf } from './listed.ts'
import { pageFor } from './pages.ts'
import { placeAt } from './people.ts'
import { respond } from './responses.ts'

export const masterCalled = (name: string, number: number, given: Partial<Master> = {}): Master => ({
  id: idOf(4000 + number),
  ...{ number, name, parentId: null, path: '', above: [], createdBy: 'Asha Verma' },
  ...{ createdAt: '2026-01-05T10:00:00Z', version: 1, uses: 0, work: null, ...given },
})

export const parents = [
  placeAt('Indore', 61, 'city'),
  placeAt('Indore > MM North', 62),
  placeAt('Indore > MM North > Mill', 63, 'property'),
  placeAt('Indore > MM North > Mill > Hall', 64, 'aou'),
]

/** A place in Indore, below the parent of its kind. */
export const placeCalled = (name: string, number: number, given: Partial<Master> = {}) =>
  masterCalled(name, number, { parentId: idOf(61), path: 'Indore', above: ['Indore'], ...given })

/** Mocks the records of every master, and their possible parents. */
export function respondToMasters(all: Master[] = []) {
  respond(bulkJobs.list, { jobs: [] })
  respond(masters.list, ({ address }) => {
    const reading = {
      search: ({ name }: Master) => [name],
      sort: { name: ({ name }: Master) => name, createdAt: ({ createdAt }: Master) => createdAt },
    }
    const { rows, ...page } = pageFor(all, address, reading)
    return { records: rows, ...page }
  })
  respond(places.search, ({ address: { searchParams: asked } }) => ({
    places: parents.filter(
      ({ kind, name, _id }) =>
        (asked.get('kind') ?? kind) === kind &&
        (asked.get('id') ?? _id) === _id &&
        name.toLowerCase().includes((asked.get('search') ?? '').toLowerCase()),
    ),
  }))
}

import { z } from 'zod'
import type { BulkWork } from './bulk-jobs.ts'
import { endpoint } from './endpoint.ts'
import { id } from './id.ts'
import { location } from './paging.ts'

export const placeKinds = ['city', 'mm', 'property', 'aou', 'room'] as const
export type PlaceKind = (typeof placeKinds)[number]

/** Bulk work on a master record and the assets that refer to it. */
export const masterWorks = ['merge-masters', 'move-place'] as const satisfies BulkWork[]
export type MasterWork = (typeof masterWorks)[number]

export const city = z.object({
  _id: z.uuid(),
  name: z.string(),
  location: z.string().describe('The lower-cased name, as used in web addresses.'),
})
export type City = z.infer<typeof city>

export const place = z.object({
  _id: z.uuid(),
  kind: z.enum(placeKinds),
  name: z.string(),
  path: z.string().describe("From the city down to the place itself: 'Indore > MM North > Head Office'."),
  names: z.array(z.string()).describe('The parts of the path, the city first.'),
  ids: z.array(z.uuid()).describe('The places of the path, in the same order.'),
})
export type Place = z.infer<typeof place>

/** The most places in one response: about forty sheets of labels. */
export const mostPlaces = 1000

export const places = {
  search: endpoint({
    method: 'GET',
    path: '/api/v1/places',
    permission: 'authenticated',
    reads: ['place'],
    summary: 'Places within scope whose path holds every word, the highest first; `size` at most',
    query: z.object({
      search: z.string().trim().max(200).default(''),
      location: location.optional(),
      kind: z.enum(placeKinds).optional(),
      id: id.optional().describe('Only this one.'),
      within: id.optional().describe('Only this place and the places in it.'),
      size: z.coerce.number().int().min(1).max(mostPlaces).default(50),
    }),
    reply: z.object({ places: z.array(place) }),
  }),
  cities: endpoint({
    method: 'GET',
    path: '/api/v1/places/cities',
    permission: 'authenticated',
    reads: ['place'],
    summary: 'The cities within scope',
    reply: z.object({ cities: z.array(city) }),
  }),
}

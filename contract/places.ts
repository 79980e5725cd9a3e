import { z } from 'zod'
import { masterWorks } from './bulk-jobs.ts'
import { endpoint } from './endpoint.ts'
import { id } from './id.ts'
import { location, pageQuery, pageReply } from './paging.ts'

export const placeKinds = ['city', 'mm', 'property', 'aou', 'room'] as const
export type PlaceKind = (typeof placeKinds)[number]

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

export const placeNode = z.object({
  _id: z.uuid(),
  number: z.number().int(),
  kind: z.enum(placeKinds),
  name: z.string(),
  parentId: z.uuid().nullable(),
  children: z.number().int().describe('How many places within reach hang right below it.'),
  assets: z.number().int().describe('How many assets within reach are in it and below.'),
  isOwn: z.boolean().describe('False: it is only on the way to a place within reach.'),
  work: z.enum(masterWorks).nullable().describe('What a job does with it at this moment.'),
})
export type PlaceNode = z.infer<typeof placeNode>

export const places = {
  tree: endpoint({
    method: 'GET',
    path: '/api/v1/places/tree',
    permission: 'signed-in',
    summary: 'The places right below one, or the cities: those within reach, and the way to them',
    query: pageQuery.omit({ search: true, direction: true }).extend({
      parentId: id.optional(),
      location: location.optional().describe('Only this city, where no parent is given.'),
      around: id.optional().describe('Without a cursor: the page that holds this place, where one does.'),
    }),
    reply: z.object({ places: z.array(placeNode), ...pageReply }),
  }),
  search: endpoint({
    method: 'GET',
    path: '/api/v1/places',
    permission: 'signed-in',
    summary: 'Places within reach whose path holds every word, the highest first; at most fifty',
    query: z.object({
      search: z.string().trim().max(200).default(''),
      location: location.optional(),
      kind: z.enum(placeKinds).optional(),
      id: id.optional().describe('Only this one.'),
    }),
    reply: z.object({ places: z.array(place) }),
  }),
  cities: endpoint({
    method: 'GET',
    path: '/api/v1/places/cities',
    permission: 'signed-in',
    summary: 'The cities within reach',
    reply: z.object({ cities: z.array(city) }),
  }),
}

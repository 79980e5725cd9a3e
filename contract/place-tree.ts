import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './id.ts'
import { location, pageQuery, pageReply } from './paging.ts'
import { masterWorks, placeKinds } from './places.ts'
import { version } from './versions.ts'

export const placeNode = z.object({
  _id: z.uuid(),
  number: z.number().int(),
  kind: z.enum(placeKinds),
  name: z.string(),
  parentId: z.uuid().nullable(),
  version,
  children: z.number().int().describe('How many places within scope hang right below it.'),
  assets: z.number().int().describe('How many assets within reach are in it and below.'),
  isOwn: z.boolean().describe('False: it is only on the way to a place within scope.'),
  work: z.enum(masterWorks).nullable().describe('What a job does with it at this moment.'),
})
export type PlaceNode = z.infer<typeof placeNode>

export const placeTree = {
  branch: endpoint({
    method: 'GET',
    path: '/api/v1/places/tree',
    permission: 'authenticated',
    reads: ['place', 'asset', 'bulk-job'],
    summary: 'The places right below one, or the cities: those within scope, and the way to them',
    query: pageQuery.omit({ search: true, direction: true }).extend({
      parentId: id.optional(),
      location: location.optional().describe('Only this city, where no parent is given.'),
      around: id.optional().describe('Without a cursor: the page that holds this place, where one does.'),
    }),
    reply: z.object({ places: z.array(placeNode), ...pageReply }),
  }),
}

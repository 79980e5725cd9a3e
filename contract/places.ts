import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const placeKinds = ['city', 'mm', 'property', 'aou', 'room'] as const
export type PlaceKind = (typeof placeKinds)[number]

export const city = z.object({
  _id: z.uuid(),
  name: z.string(),
  location: z.string().describe('The lower-cased name, as used in web addresses.'),
})
export type City = z.infer<typeof city>

export const places = {
  cities: endpoint({
    method: 'GET',
    path: '/api/v1/places/cities',
    permission: 'signed-in',
    summary: 'The cities within reach',
    reply: z.object({ cities: z.array(city) }),
  }),
}

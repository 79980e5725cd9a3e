import { type Place, places } from '@ats/contract/places.ts'
import { placeById, placeKindNames } from '#features/places/places.ts'
import { query } from '#kernel/http/query.ts'
import { m } from '#texts'
import { recordSelect } from '#ui/form/record-select.tsx'
import { listOverPage, records } from '#ui/form/records.tsx'

/** `drawn` are the places that are already on the plan. */
type Scope = { propertyId: string; property: string; drawn: readonly string[] }

/** Places of the property that are not drawn yet; rooms before the areas that contain them. */
const undrawn = (found: readonly Place[], { propertyId, drawn }: Scope) =>
  found
    .filter(({ _id, ids }) => ids.includes(propertyId) && _id !== propertyId && !drawn.includes(_id))
    .toSorted((one, other) => Number(other.kind === 'room') - Number(one.kind === 'room'))

export const RoomSelect = recordSelect(
  records({
    find: (search: string, scope: Scope) =>
      query(
        places.search,
        { query: { search: `${scope.property} ${search}`.trim() } },
        { select: (reply) => undrawn(reply.places, scope), keepsPrevious: true },
      ),
    byId: placeById,
    choiceOf: ({ _id, kind, name, names }: Place) => ({
      id: _id,
      name,
      path: [placeKindNames[kind](), names.slice(3, -1).join(' > ')].filter(Boolean).join(' · '),
    }),
  }),
  () => ({ placeholder: m.assets_place_search(), comboboxProps: listOverPage, clears: m.floors_room() }),
)

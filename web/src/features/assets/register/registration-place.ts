import type { Place } from '@ats/contract/places.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { AssetFormValues } from '#features/assets/asset-schema.ts'
import { placeById } from '#features/places/places.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { usePlaceScans } from '#kernel/scanner/scans.ts'
import { m } from '#texts'
import type { ContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast/toast.ts'

/** Sets the city and the place of the form to the place in the address, and to each whose label is scanned. */
export function useScannedPlace({ fields }: ContractForm<AssetFormValues>, inAddress: string) {
  const client = useQueryClient()
  const put = ({ _id, kind, names: [city = ''] }: Place) => {
    // A change of the city clears the place, so the city comes first.
    fields.setFieldValue('location', city.toLowerCase())
    fields.setFieldValue('placeId', kind === 'city' ? '' : _id)
  }
  const look = async (id: string) => {
    try {
      const place = await client.fetchQuery(placeById(id))
      if (place === null) return toast.failure(m.places_not_yours())
      put(place)
      toast.success(m.registration_place({ place: place.path }))
    } catch (error) {
      toast.failure(m.registration_place_failed(), messageOf(error, ''))
    }
  }
  usePlaceScans((id) => void look(id))
  const lookFirst = useEffectEvent((id: string) => void look(id))
  useEffect(() => {
    if (inAddress !== '') lookFirst(inAddress)
  }, [inAddress])
}

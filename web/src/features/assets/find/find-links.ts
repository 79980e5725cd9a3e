import { useLocation, useNavigate } from '@tanstack/react-router'
import { everywhere, useCity } from '#kernel/location.ts'
import type { UrlSearch } from '#kernel/url-search.ts'

type Linked = { _id: string; location: string }

/** The asset's panel beside the list; a list that is narrowed to another city gives way to the whole one. */
export const assetLink = ({ _id, location }: Linked, city: string) =>
  ({
    to: '/dashboard/$location/manage-asset/view-assets',
    params: { location: location === city ? city : everywhere },
    search: { asset: _id },
  }) as const

/** Opens the asset's panel. Over the list itself that leaves the list as it is filtered. */
export function useOpenAsset() {
  const city = useCity()
  const navigate = useNavigate()
  const overList = useLocation({ select: ({ pathname }) => pathname.endsWith('/manage-asset/view-assets') })
  return (asset: Linked) => {
    const listed = overList && (city === everywhere || city === asset.location)
    const here = {
      to: '.',
      search: (before: UrlSearch) => ({ ...before, asset: asset._id }),
      resetScroll: false,
    }
    void navigate((listed ? here : assetLink(asset, city)) as never)
  }
}

/** The bin, showing this asset alone. */
export const binLink = (code: string) =>
  ({ to: '/dashboard/deleted-assets', search: { search: code } }) as const

/** The registration form with this tag in it. */
export const registerLink = (tag: string, city: string) =>
  ({
    to: '/dashboard/$location/manage-asset/asset-registration',
    params: { location: city },
    search: { tag },
  }) as const

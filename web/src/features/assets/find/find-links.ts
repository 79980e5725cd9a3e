import { useNavigate } from '@tanstack/react-router'
import { panelLink } from '#ui/panel-link.tsx'

/** Opens the asset's panel over the screen, which stays as it is. */
export function useOpenAsset() {
  const navigate = useNavigate()
  return ({ _id }: { _id: string }) => void navigate(panelLink(_id) as never)
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

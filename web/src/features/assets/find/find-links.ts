import { useNavigate } from '@tanstack/react-router'
import { currentSession } from '#kernel/session/session.ts'
import { panelLink } from '#ui/dialog/panel-link.tsx'

/** Opens the asset's panel over the current screen. */
export function useOpenAsset() {
  const navigate = useNavigate()
  return ({ _id }: { _id: string }) => void navigate(panelLink(_id))
}

/**
 * The list of deleted assets, filtered to this one; the asset's panel for people who may not open that list.
 */
export const deletedLink = ({ _id }: { _id: string }) =>
  currentSession()?.user.permissions.includes('reports')
    ? ({ to: '/dashboard/deleted-assets', search: { search: _id } } as const)
    : panelLink(_id)

/** The registration form, filled in with this tag. */
export const registerLink = (tag: string, city: string) =>
  ({
    to: '/dashboard/$location/manage-asset/asset-registration',
    params: { location: city },
    search: { tag },
  }) as const

import { useSession } from '#kernel/session.ts'
import { usePanelAddress } from '#ui/panel-address.ts'
import { part } from '#ui/part.tsx'

const RequestPanel = part(async () => (await import('./request-panel.tsx')).RequestPanel)

/** Over any screen: the panel of the request that the address names. */
export function RequestHost() {
  const { id, close } = usePanelAddress('request')
  const isPermitted = useSession()?.user.permissions.includes('manage-asset') ?? false
  return isPermitted && id !== undefined ? <RequestPanel key={id} id={id} onClose={close} /> : null
}

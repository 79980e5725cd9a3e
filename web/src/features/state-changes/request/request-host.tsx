import { useSession } from '#kernel/session/session.ts'
import { usePanelAddress } from '#ui/dialog/panel-address.ts'
import { lazyPart } from '#ui/lazy/part.tsx'

const RequestPanel = lazyPart(async () => (await import('./request-panel.tsx')).RequestPanel)

/** On any screen: the panel of the request in the address. */
export function RequestHost() {
  const { id, close } = usePanelAddress('request')
  const isPermitted = useSession()?.user.permissions.includes('manage-asset') ?? false
  return isPermitted && id !== undefined ? <RequestPanel key={id} id={id} onClose={close} /> : null
}

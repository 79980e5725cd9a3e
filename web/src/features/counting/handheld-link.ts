import { useEffect } from 'react'
import { m } from '#texts'
import { toast } from '#ui/toast/toast.ts'
import { becomeHandheld, handheldIn } from './outbox/handheld.ts'
import { syncNow } from './outbox/sync.ts'

/** The link of a handheld was opened here: the token leaves the address, so that nobody copies or sees it. */
function takeLink() {
  const handheld = handheldIn(location.hash)
  if (handheld === null) return
  history.replaceState(history.state, '', location.pathname + location.search)
  becomeHandheld(handheld)
  toast.success(m.handhelds_is_now({ name: handheld.name }))
  syncNow()
}

export function useHandheldLink() {
  useEffect(() => {
    takeLink()
    globalThis.addEventListener('hashchange', takeLink)
    return () => globalThis.removeEventListener('hashchange', takeLink)
  }, [])
}

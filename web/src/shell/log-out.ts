import { logOut } from '#features/identity/queries.ts'
import { currentSession } from '#kernel/session/session.ts'
import { hasUnsavedChanges } from '#kernel/session/unsaved.ts'
import { counted } from '#kernel/words/format.ts'
import { m } from '#texts'
import { confirm } from '#ui/dialog/confirm.tsx'
import { confirmLeaving } from '#ui/dialog/confirm-leaving.ts'

/** Loaded on demand: most people never count. */
const outbox = async () => ({
  ...(await import('#features/counting/outbox/unsent.ts')),
  ...(await import('#features/counting/outbox/kept.ts')),
})

/** Ends the session. Asks first if there are unsaved changes or unsent reads. */
export async function askAndLogOut() {
  if (hasUnsavedChanges() && !(await confirmLeaving())) return
  const device = await outbox().catch(() => undefined)
  const waiting = await device?.unsent(currentSession()?.user._id ?? '')
  if (waiting !== undefined && waiting.mine > 0 && !(await confirmUnsent(waiting))) return
  await device?.forgetShown().catch(() => undefined)
  logOut()
}

/**
 * Stored reads stay on the device for the person; reads that are only in memory may be lost with the page.
 */
function confirmUnsent({ mine, inMemory }: { mine: number; inMemory: number }): Promise<boolean> {
  const lost = inMemory > 0 ? [m.count_logout_memory()] : []
  return confirm({
    title: m.count_logout_title(),
    question: [
      counted(mine, m.count_logout_one, m.count_logout_other),
      ...(lost.length > 0 ? lost : [m.count_logout_stay()]),
    ].join(' '),
    action: m.app_logout(),
    danger: true,
  })
}

import { logOut } from '#features/identity/queries.ts'
import { hasUnsavedChanges } from '#kernel/unsaved.ts'
import { confirmLeaving } from '#ui/confirm-leaving.ts'

/** Ends the session, after a question where something typed would be lost. */
export async function askAndLogOut() {
  if (!hasUnsavedChanges() || (await confirmLeaving())) logOut()
}

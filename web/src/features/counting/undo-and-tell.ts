import { messageOf } from '#kernel/http/api-error.ts'
import { counted as countedText } from '#kernel/words/format.ts'
import { m } from '#texts'
import { toast } from '#ui/toast/toast.ts'
import type { CountedRoom } from './outbox/records.ts'
import { undoReads } from './outbox/undo.ts'

/** Undoes reads of a room and shows the result. Returns whether all of them are undone. */
export async function undoAndTell(room: CountedRoom, tags: string[]): Promise<boolean> {
  try {
    const undone = await undoReads(room, tags)
    const isAll = undone.length === tags.length
    if (isAll) toast.success(countedText(undone.length, m.count_undone_one, m.count_undone_other))
    else toast.failure(m.count_undo_sending())
    return isAll
  } catch (error) {
    toast.failure(m.count_undo_failed(), messageOf(error, ''))
    return false
  }
}

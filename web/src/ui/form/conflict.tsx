import { ApiError, type Conflict } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { ask } from '#ui/dialog/confirm.tsx'
import { lazyPart } from '#ui/lazy/part.tsx'
import { toast } from '#ui/toast/toast.ts'
import type { ConflictFields } from './conflict-fields.ts'
import { TheirsKept } from './theirs-kept.ts'

const loadDialog = async () => (await import('./conflict-dialog.tsx')).ConflictDialog
const ConflictDialog = lazyPart(loadDialog, { close: ({ onAnswer }) => onAnswer(null) })

type Body = Record<string, unknown> & { version?: number | undefined }

/** Only what differs from what was first shown is sent, so that two people who edit different fields do not undo each other. */
export const differing = <T extends object>(before: T, after: T) =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof T]),
    ),
  ) as Partial<T>

/**
 * Sends a change with the version that was edited. Where somebody else was faster, the person decides field by field what
 * is kept, and the rest is sent with the present version. `conflict` is what they decided on.
 */
export async function sendOrDecide<B extends Body, Reply>(
  body: B,
  fields: ConflictFields,
  send: (body: B, conflict?: Conflict) => Promise<Reply>,
  decided?: Conflict,
): Promise<Reply> {
  try {
    return await send(body, decided)
  } catch (error) {
    const conflict = error instanceof ApiError ? error.conflict : undefined
    if (conflict === undefined) throw error
    const { version } = conflict
    const { version: _, ...mine } = body
    // Nothing of the person's own is at stake.
    if (Object.keys(mine).length === 0) return sendOrDecide({ version } as B, fields, send, conflict)
    const theirs = await ask<string[] | null>(
      (onAnswer) => <ConflictDialog {...{ conflict, mine, fields, onAnswer }} />,
      null,
    )
    if (theirs === null) throw error
    const kept = Object.entries(mine).filter(([name]) => !theirs.includes(name))
    if (kept.length === 0) {
      toast.success(m.conflict_theirs_kept())
      throw new TheirsKept()
    }
    return sendOrDecide({ ...Object.fromEntries(kept), version } as B, fields, send, conflict)
  }
}

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

/**
 * Only the fields that differ from the initial values are sent, so that two people who edit different fields
 * do not overwrite each other.
 */
export const differing = <T extends object>(before: T, after: T) =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof T]),
    ),
  ) as Partial<T>

/**
 * Sends a change with the version that was edited. If somebody else saved first, the person decides field by
 * field, and the chosen values are sent with the current version. `conflict` is the one that they decided on.
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
    // The request has no values of its own, so there is nothing to decide.
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

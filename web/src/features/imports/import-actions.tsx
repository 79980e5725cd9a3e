import type { AssetImport } from '@ats/contract/imports.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '#kernel/http/api-error.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { confirm } from '#ui/dialog/confirm.tsx'
import { toast } from '#ui/toast/toast.ts'
import { applyText } from './import-counts.ts'
import { type Step, useForgetImport, useStep } from './import-queries.ts'

const takingBack = ['undoing', 'cancelling']

type Props = {
  record: AssetImport
  /** The preview no longer matches what would be applied. */
  isOutdated: boolean
  onForgotten: () => void
}

/** The actions that are possible now: apply, cancel, undo, retry, or remove from the list. */
export function ImportActions({ record, isOutdated, onForgotten }: Props) {
  const { status, mine, counts, failedIn, expiredAt } = record
  const { take, busy } = useSteps(record)
  const forget = useForgetting(record, onForgotten)
  const canApply = counts.new + counts.changed > 0 && !isOutdated
  const canRetry = failedIn !== null && (mine || takingBack.includes(failedIn))
  const hasStopped = failedIn !== null && !takingBack.includes(failedIn)
  const canCancel = ['reading', 'checking', 'ready', 'applying'].includes(status) || hasStopped
  return (
    <>
      {canRetry && (
        <Button aria-disabled={busy} onClick={() => void take('retry')}>
          {m.imports_retry()}
        </Button>
      )}
      {status === 'ready' && mine && (
        <Button aria-disabled={!canApply || busy} onClick={() => canApply && void take('apply')}>
          {applyText(counts)}
        </Button>
      )}
      {canCancel && (
        <Button variant="default" aria-disabled={busy} onClick={() => void take('cancel')}>
          {m.imports_cancel()}
        </Button>
      )}
      {status === 'done' && mine && expiredAt === null && (
        <Button variant="default" aria-disabled={busy} onClick={() => void take('undo')}>
          {m.imports_undo()}
        </Button>
      )}
      {mine && ['done', 'undone', 'cancelled', 'failed', 'expired'].includes(status) && (
        <Button variant="default" onClick={() => void forget()}>
          {m.imports_forget()}
        </Button>
      )}
    </>
  )
}

function useForgetting({ _id, fileName, status }: AssetImport, onForgotten: () => void) {
  const forget = useForgetImport()
  return async () => {
    const sure = await confirm({
      title: m.imports_forget_title({ name: fileName }),
      question: status === 'done' ? m.imports_forget_done() : m.imports_forget_question(),
      action: m.imports_forget(),
    })
    if (!sure) return
    try {
      await forget(_id)
      onForgotten()
    } catch (error) {
      toast.failure(m.imports_step_failed(), messageOf(error, ''))
    }
  }
}

function useSteps({ _id, status, fileName, counts, failedIn }: AssetImport) {
  const step = useStep(_id)
  const [busy, setBusy] = useState(false)
  const questions: Partial<Record<Step, Parameters<typeof confirm>[0]>> = {
    undo: {
      title: m.imports_undo_title({ name: fileName }),
      question: m.imports_undo_question({
        fresh: formatNumber(counts.new),
        changed: formatNumber(counts.changed),
      }),
      action: m.imports_undo(),
      danger: true,
    },
    ...((status === 'applying' || failedIn === 'applying') && {
      cancel: {
        title: m.imports_cancel_title({ name: fileName }),
        question: m.imports_cancel_question(),
        action: m.imports_cancel(),
        cancel: m.imports_go_on(),
        danger: true,
      },
    }),
  }
  const take = async (next: Step) => {
    const question = questions[next]
    if (busy || (question !== undefined && !(await confirm(question)))) return
    setBusy(true)
    try {
      await step(next)
    } catch (error) {
      toast.failure(m.imports_step_failed(), messageOf(error, ''))
    } finally {
      setBusy(false)
    }
  }
  return { take, busy }
}

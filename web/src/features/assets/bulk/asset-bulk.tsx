import type { BulkAction } from '@ats/contract/assets/bulk.ts'
import type { BulkAnswer } from '@ats/contract/bulk-jobs.ts'
import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import { says } from '@ats/contract/problems/fields.ts'
import { Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { useBulkAction } from '#features/assets/asset-queries.ts'
import { useUndo } from '#features/assets/bin/asset-delete.tsx'
import { BulkJobDetails } from '#features/bulk-jobs/bulk-jobs.ts'
import { ownFieldList, readTyped } from '#features/own-fields/own-fields.ts'
import { placeById } from '#features/places/places.ts'
import { counted, formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { BulkResultView } from '#ui/bulk/bulk-result.tsx'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast/toast.ts'
import classes from './asset-bulk.module.css'
import type { BulkKind, BulkTask } from './asset-bulk-buttons.tsx'
import { bulkTexts } from './asset-bulk-buttons.tsx'
import { BulkFields, type BulkValues } from './asset-bulk-fields.tsx'
import { useUndoMove } from './asset-bulk-undo.ts'

/** Asks for confirmation with the number of assets, runs the action, and lists the failures. */
export function BulkDialog({ task, onClose }: { task: BulkTask; onClose: () => void }) {
  const { kind, chosen } = task
  const [result, setResult] = useState<BulkAnswer | null>(null)
  const undoMove = useUndoMove()
  const [job, setJob] = useState<string | null>(null)
  const close = () => {
    if (result !== null || job !== null) chosen.clear()
    onClose()
  }
  return (
    <FormDialog
      onClose={close}
      size="lg"
      title={result === null ? bulkTexts[kind].title(chosen.count) : m.assets_bulk_result_title()}
      classNames={{ content: classes.dialog ?? '' }}
    >
      {job !== null ? (
        <BulkJobDetails id={job} names={task.names} onShow={setJob} onClose={close} />
      ) : result === null ? (
        <BulkForm task={task} onClose={close} onFailures={setResult} onJob={setJob} />
      ) : (
        <BulkResultView
          result={result}
          nameOf={({ _id }) => task.names.get(_id)}
          onClose={close}
          {...(result.move !== undefined &&
            result.done > 0 && {
              onUndo: () => {
                close()
                void undoMove(result)
              },
            })}
        />
      )}
    </FormDialog>
  )
}

const schemaFor = (kind: BulkKind) =>
  z.object({
    field: kind === 'set-field' ? z.string().min(1, says('field-required')) : z.string(),
    value: z.string(),
    placeId: kind === 'move' ? z.string().min(1, m.assets_bulk_place_required()) : z.string(),
    assignedUser: z.string().trim(),
    reason: z.string().trim(),
  })

function actionOf(
  { kind, chosen, filter }: BulkTask,
  values: BulkValues,
  fields: readonly OwnField[],
): BulkAction {
  const target = chosen.allMatching && filter ? { filter, except: chosen.except } : { ids: chosen.ids }
  if (kind === 'move') return { ...target, action: kind, placeId: values.placeId }
  if (kind === 'assign') return { ...target, action: kind, assignedUser: values.assignedUser }
  if (kind === 'set-field') {
    const field = fields.find(({ key }) => key === values.field)
    const value = field === undefined ? null : readTyped(field, values.value)
    return { ...target, action: kind, field: values.field, value }
  }
  return { ...target, action: kind, ...(values.reason !== '' && { reason: values.reason }) }
}

type FormProps = {
  task: BulkTask
  onClose: () => void
  onFailures: (result: BulkAnswer) => void
  onJob: (id: string) => void
}

function BulkForm({ task, onClose, onFailures, onJob }: FormProps) {
  const { kind, chosen } = task
  const { data: fields = [] } = useQuery(ownFieldList())
  const apply = useBulkAction()
  const undo = useUndo()
  const undoMove = useUndoMove()
  const client = useQueryClient()
  // The place may still be loading in the field when the form is submitted.
  const pathOf = async (id: string) =>
    (await client.ensureQueryData(placeById(id)).catch(() => null))?.path ?? ''
  const form = useContractForm({
    schema: schemaFor(kind),
    initial: { placeId: '', assignedUser: '', reason: '', field: '', value: '' },
    send: async (values) => {
      const result = await apply(actionOf(task, values, fields))
      return { ...result, place: kind === 'move' ? await pathOf(values.placeId) : '' }
    },
    done: ({ place, ...result }) => {
      if (result.job !== undefined) return onJob(result.job._id)
      if (result.failed > 0) return onFailures(result)
      // A very long result does not list every asset, so it cannot be undone from here.
      const ids = result.results.map(({ _id }) => _id)
      const takeBack =
        kind === 'move' ? () => undoMove(result) : kind === 'delete' ? () => undo(ids) : undefined
      const isListed = ids.length === result.done && ids.length > 0
      toast.success(
        bulkTexts[kind].done(result.done, place),
        takeBack && isListed ? { text: m.assets_undo(), run: () => void takeBack() } : undefined,
      )
      chosen.clear()
      onClose()
    },
    failure: m.assets_bulk_failed(),
  })
  return (
    <FormBody
      form={form}
      actions={
        <DialogActions
          form={form}
          text={bulkTexts[kind].title(chosen.count)}
          sending={m.assets_bulk_working()}
          {...(kind === 'delete' && { color: 'red' })}
          isCareful={kind === 'delete'}
        />
      }
    >
      <Text size="sm">{questionOf(task)}</Text>
      {kind === 'delete' && (
        <Text size="sm" c="dimmed">
          {m.assets_delete_restorable()}
        </Text>
      )}
      <BulkFields kind={kind} form={form} />
    </FormBody>
  )
}

function questionOf({ kind, chosen: { count } }: BulkTask): string {
  if (kind !== 'delete') return counted(count, m.assets_bulk_confirm_one, m.assets_bulk_confirm)
  return count === 1
    ? m.assets_delete_question()
    : m.assets_bulk_delete_question({ count: formatNumber(count) })
}

import type { BulkJob } from '@ats/contract/bulk-jobs.ts'
import { parentOf } from '@ats/contract/masters.ts'
import { says } from '@ats/contract/problems/fields.ts'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { m } from '#texts'
import { sendOrDecide } from '#ui/form/conflict.tsx'
import { inputProps, starred } from '#ui/form/fields.tsx'
import { useFirstShown } from '#ui/form/first-shown.ts'
import { FormBody } from '#ui/form/form-body.tsx'
import { CancelButton, FormDialog } from '#ui/form/form-dialog.tsx'
import { listInForm } from '#ui/form/records.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast/toast.ts'
import { masterFields } from '../master-fields.tsx'
import { MasterSelectList } from '../master-select-list.tsx'
import classes from '../masters.module.css'
import type { Choice } from '../queries.ts'
import { undoing, useChangePlace } from './tree-changes.ts'
import { pathOf, type Spot } from './tree-queries.ts'
import { useTree } from './tree-state.tsx'

type Props = { spot: Spot; onClose: () => void; onJob: (job: BulkJob) => void }

export function MoveDialog(props: Props) {
  return (
    <FormDialog
      onClose={props.onClose}
      title={m.places_move_title({ name: props.spot.node.name })}
      classNames={{ content: classes.dialog ?? '' }}
    >
      <MoveForm {...props} />
    </FormDialog>
  )
}

const schema = z.object({ parentId: z.string().min(1, says('master-parent-required')) })

const Buttons = ({ isSending }: { isSending: boolean }) => (
  <>
    <SubmitButton text={m.places_move_submit()} sending={{ now: isSending, text: m.places_moving() }} />
    <CancelButton />
  </>
)

function MoveForm({ spot, onClose, onJob }: Props) {
  const { node } = spot
  const { version: shown } = useFirstShown(node)
  const [parent, setParent] = useState<Choice | null>(null)
  const { mark, reveal } = useTree()
  const { mutateAsync } = useChangePlace()
  const moveTo = async (parentId: string, version?: number) => {
    const moved = await sendOrDecide({ parentId, version }, masterFields(parent), (body) =>
      mutateAsync({ kind: node.kind, id: node._id, ...body }),
    )
    mark(node._id)
    await reveal(node._id)
    return moved
  }
  const form = useContractForm({
    schema,
    initial: { parentId: '' },
    send: ({ parentId }) => moveTo(parentId, shown),
    done: ({ job }) => {
      onClose()
      // A job shows its progress and can be stopped: then the place moves back.
      if (job !== undefined) return onJob(job)
      const before = node.parentId
      const text = m.places_moved({ name: node.name, parent: parent?.name ?? '' })
      toast.success(text, before === null ? undefined : undoing(() => moveTo(before)))
    },
    leave: onClose,
    failure: m.places_move_failed(),
  })
  const { key, defaultValue: _, onChange, ...input } = inputProps(form, 'parentId')
  const choose = (id: string, choice: Choice | null) => {
    setParent(choice)
    onChange(id)
  }
  return (
    <FormBody form={form} actions={<Buttons isSending={form.sending} />}>
      <Text size="sm" c="dimmed">
        {pathOf(spot)}
      </Text>
      <MasterSelectList
        key={key}
        {...starred(true)}
        {...input}
        label={m.places_move_to()}
        scope={{ kind: parentOf(node.kind) ?? 'city' }}
        exclude={node.parentId ?? undefined}
        value={parent}
        onChange={choose}
        comboboxProps={listInForm}
        openOnFocus={false}
        data-autofocus
      />
    </FormBody>
  )
}

import type { BulkJob } from '@ats/contract/bulk-jobs.ts'
import { isPlace, type Master, type MasterKind, masters } from '@ats/contract/masters.ts'
import { says } from '@ats/contract/problems/fields.ts'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { inputProps, starred } from '#ui/form/fields.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { listInForm } from '#ui/form/records.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast/toast.ts'
import { usesText } from './cells.tsx'
import { useFollowCity } from './follow-city.ts'
import { MasterSelectList } from './master-select-list.tsx'
import classes from './masters.module.css'
import { type Choice, useMergeMaster } from './queries.ts'

type Props = {
  kind: MasterKind
  row: Pick<Master, 'id' | 'name' | 'uses'>
  onClose: () => void
  onJob: (job: BulkJob) => void
}

export function MergeDialog({ kind, row, onClose, onJob }: Props) {
  return (
    <FormDialog
      onClose={onClose}
      title={m.masters_merge_title({ name: row.name })}
      classNames={{ content: classes.dialog ?? '' }}
    >
      <MergeForm kind={kind} row={row} onClose={onClose} onJob={onJob} />
    </FormDialog>
  )
}

const schema = masters.merge.body.extend({
  into: z.string().min(1, says('master-target-required')),
})

function MergeForm({ kind, row, onClose, onJob }: Props) {
  const [into, setInto] = useState<Choice | null>(null)
  const { mutateAsync } = useMergeMaster(kind)
  const followCity = useFollowCity(kind)
  const form = useContractForm({
    schema,
    initial: { into: '' },
    send: (body) => mutateAsync({ id: row.id, ...body }),
    done: ({ moved, job }) => {
      if (job !== undefined) {
        onClose()
        return onJob(job)
      }
      const names = { name: row.name, into: into?.name ?? '' }
      toast.success(m.masters_merged({ ...names, count: formatNumber(moved) }))
      onClose()
      document.querySelector('h1')?.focus()
      followCity(row.name, into?.name)
    },
    failure: m.masters_merge_failed(),
  })
  const { key, defaultValue: _, onChange, ...input } = inputProps(form, 'into')
  const choose = (id: string, choice: Choice | null) => {
    setInto(choice)
    onChange(id)
  }
  return (
    <FormBody
      form={form}
      actions={
        <DialogActions
          form={form}
          color="red"
          text={m.masters_merge_submit()}
          sending={m.masters_merging()}
        />
      }
    >
      <MasterSelectList
        key={key}
        {...starred(true)}
        {...input}
        label={m.masters_merge_into()}
        scope={{ kind }}
        exclude={row.id}
        value={into}
        onChange={choose}
        comboboxProps={listInForm}
        openOnFocus={false}
        data-autofocus
      />
      <Text size="sm" role="status">
        {into === null ? m.masters_merge_lead({ name: row.name }) : whatHappens(kind, row, into)}
      </Text>
    </FormBody>
  )
}

function whatHappens(kind: MasterKind, { name, uses }: Props['row'], into: Choice): string {
  const facts = { name, into: into.name, count: usesText(kind, uses) }
  return isPlace(kind) ? m.masters_merge_place_happens(facts) : m.masters_merge_happens(facts)
}

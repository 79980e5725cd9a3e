import { type Master, type MasterKind, newMaster, parentOf } from '@ats/contract/masters.ts'
import { says } from '@ats/contract/problems/fields.ts'
import { Paper } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { masterTexts } from '#kernel/words/master-texts.ts'
import { m } from '#texts'
import { inputProps, starred, TextField } from '#ui/form/fields.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { type ContractForm, useContractForm } from '#ui/form/use-contract-form.ts'
import { useLeaveGuardOf } from '#ui/form/use-leave-guard.ts'
import { toast } from '#ui/toast/toast.ts'
import { MasterSelect } from './master-select.tsx'
import classes from './masters.module.css'
import { type Choice, useAddMaster } from './queries.ts'

const atTheTop = newMaster.extend({ parentId: z.string() })
const below = newMaster.extend({ parentId: z.string().min(1, says('master-parent-required')) })
type Values = z.input<typeof atTheTop>

type Props = {
  kind: MasterKind
  /** The default parent of a new record. */
  parent: Choice | null
  /** `parent` is the only possible choice. */
  isParentGiven: boolean
  location: string | undefined
  onAdded: (record: Master) => void
}

/** The name input with Submit. The parent of the last record stays selected for the next one. */
export function AddForm({ kind, parent: first, isParentGiven, location, onAdded }: Props) {
  const [parent, setParent] = useState(first)
  const { mutateAsync } = useAddMaster(kind)
  const parentKind = parentOf(kind)
  const form = useContractForm<Values, z.output<typeof below>, Master>({
    schema: parentKind === null ? atTheTop : below,
    initial: { name: '', parentId: first?.id ?? '' },
    send: ({ name, parentId }) => mutateAsync({ name, ...(parentKind !== null && { parentId }) }),
    done: (added) => {
      toast.success(m.masters_added({ name: added.name }))
      onAdded(added)
      form.fields.setInitialValues({ name: '', parentId: form.fields.getValues().parentId })
      form.fields.reset()
      // The cleared input is a new element, which is rendered after this.
      setTimeout(() => form.ref.current?.querySelector('input')?.focus())
    },
    failure: m.masters_add_failed(),
  })
  useLeaveGuardOf(form.fields, 'aou')
  const sending = { now: form.sending, text: m.common_submitting() }
  return (
    <Paper withBorder p="md" className={classes.add ?? ''}>
      <FormBody
        form={form}
        layout="inline"
        actions={<SubmitButton text={m.common_submit()} sending={sending} />}
      >
        <TextField
          form={form}
          name="name"
          label={masterTexts[kind].name()}
          maxLength={200}
          autoComplete="off"
          required
        />
        {parentKind !== null && !isParentGiven && (
          <ParentField form={form} kind={parentKind} location={location} chosen={[parent, setParent]} />
        )}
      </FormBody>
    </Paper>
  )
}

type ParentProps = {
  form: ContractForm<Values>
  kind: MasterKind
  location: string | undefined
  chosen: readonly [Choice | null, (choice: Choice | null) => void]
}

function ParentField({ form, kind, location, chosen: [parent, setParent] }: ParentProps) {
  const { key: _, defaultValue: __, onChange, ...input } = inputProps(form, 'parentId')
  const choose = (id: string, choice: Choice | null) => {
    setParent(choice)
    onChange(id)
  }
  return (
    <MasterSelect
      {...starred(true)}
      {...input}
      label={m.masters_belongs_to()}
      scope={{ kind, location }}
      value={parent}
      onChange={choose}
    />
  )
}

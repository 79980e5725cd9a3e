import type { Asset } from '@ats/contract/assets/assets.ts'
import type { BulkResult } from '@ats/contract/bulk.ts'
import type { StateChange } from '@ats/contract/state-changes.ts'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AssetState, assetTitle, StateSelectField } from '#features/assets/assets.ts'
import { useAskForChange } from '#features/state-changes/queries.ts'
import { counted } from '#kernel/words/format.ts'
import { m } from '#texts'
import { BulkResultView } from '#ui/bulk/bulk-result.tsx'
import { doneText } from '#ui/bulk/use-bulk-result.tsx'
import { DialogButtons } from '#ui/dialog/dialog.tsx'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { CloseDialogButton, FormDialog } from '#ui/form/form-dialog.tsx'
import { ImageField } from '#ui/form/image-field.tsx'
import { TextAreaField } from '#ui/form/text-area-field.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { Loading } from '#ui/page/loading.tsx'
import { toast } from '#ui/toast/toast.ts'
import { AskedAlready } from './asked-already.tsx'
import { LeftOut } from './not-requested.tsx'
import { RequestAssets } from './request-assets.tsx'
import { type RequestValues, requestForm } from './request-form.ts'
import { pendingChanges } from './request-queries.ts'

type Props = {
  /** The assets of the request; without them, they are scanned or typed here. */
  chosen?: { ids: string[]; asset?: Asset }
  onClose: () => void
  onRequested?: () => void
}

/** Requests another state for one or many assets, and lists those for which it failed. */
export function RequestDialog({ chosen, onClose, onRequested }: Props) {
  const [result, setResult] = useState<BulkResult | null>(null)
  const done = (reply: BulkResult) => {
    if (reply.done > 0) toast.success(doneText(made, chosen?.asset && assetTitle(chosen.asset))(reply))
    onRequested?.()
    if (reply.failed > 0) setResult(reply)
    else onClose()
  }
  return (
    <FormDialog
      onClose={onClose}
      size="lg"
      zIndex={350}
      title={result === null ? m.requests_new_title() : m.assets_bulk_result_title()}
    >
      {result === null ? (
        <RequestStep chosen={chosen} onDone={done} />
      ) : (
        <BulkResultView result={result} onClose={onClose} />
      )}
    </FormDialog>
  )
}

const made = { named: m.requests_made_named, one: m.requests_made_one, other: m.requests_made }

type FormProps = { chosen: Props['chosen']; onDone: (reply: BulkResult) => void }

/** Assets that already have a pending request are listed and excluded before the form is filled in. */
function RequestStep({ chosen, onDone }: FormProps) {
  const { data: pending = {}, isLoading } = useQuery({ ...pendingChanges(chosen?.ids ?? []), staleTime: 0 })
  if (chosen === undefined) return <RequestForm chosen={chosen} onDone={onDone} />
  if (isLoading) return <Loading />
  const free = chosen.ids.filter((id) => pending[id] === undefined)
  const taken = chosen.ids.flatMap((id) => pending[id] ?? [])
  if (free.length === 0) return <Refused changes={taken} />
  return (
    <>
      <LeftOut changes={taken} />
      <RequestForm chosen={{ ...chosen, ids: free }} onDone={onDone} />
    </>
  )
}

function Refused({ changes }: { changes: StateChange[] }) {
  const [first, second] = changes
  return (
    <>
      {first !== undefined && second === undefined ? (
        <AskedAlready change={first} />
      ) : (
        <LeftOut changes={changes} />
      )}
      <Text size="sm" mt="sm">
        {m.requests_refused_lead()}
      </Text>
      <DialogButtons>
        <CloseDialogButton />
      </DialogButtons>
    </>
  )
}

function RequestForm({ chosen, onDone }: FormProps) {
  const ask = useAskForChange()
  const form = useContractForm({
    schema: requestForm(),
    initial: { assets: chosen?.ids ?? [], newState: '', reason: '', image: null } as RequestValues,
    send: ask,
    done: onDone,
    failure: m.requests_make_failed(),
  })
  return (
    <FormBody
      form={form}
      actions={<DialogActions form={form} text={m.requests_submit()} sending={m.requests_sending()} />}
    >
      {chosen === undefined ? <RequestAssets form={form} /> : <About chosen={chosen} />}
      <StateSelectField
        form={form}
        name="newState"
        label={m.requests_new_state()}
        except={chosen?.asset?.assetState}
        required
        {...(chosen?.asset !== undefined && { 'data-autofocus': true })}
      />
      <TextAreaField
        form={form}
        name="reason"
        label={m.requests_reason()}
        maxLength={500}
        minRows={2}
        required
      />
      <ImageField form={form} name="image" label={m.requests_photo()} />
    </FormBody>
  )
}

function About({ chosen: { ids, asset } }: { chosen: NonNullable<Props['chosen']> }) {
  if (asset === undefined)
    return <Text size="sm">{counted(ids.length, m.requests_about_one, m.requests_about)}</Text>
  return (
    <Text size="sm" component="div">
      {assetTitle(asset)} · <AssetState state={asset.assetState} />
    </Text>
  )
}

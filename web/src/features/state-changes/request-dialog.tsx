import type { Asset } from '@ats/contract/assets/assets.ts'
import type { BulkResult } from '@ats/contract/bulk.ts'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AssetState, allStates, assetTitle, BulkFailures } from '#features/assets/assets.ts'
import { formatNumber } from '#kernel/format.ts'
import { m } from '#texts'
import { SelectField } from '#ui/form/choice-fields.tsx'
import { ChoicesFailed } from '#ui/form/choices-failed.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { CancelButton, FormDialog } from '#ui/form/form-dialog.tsx'
import { ImageField } from '#ui/form/image-field.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextAreaField } from '#ui/form/text-area-field.tsx'
import { type ContractForm, useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast.tsx'
import { useAskForChange } from './queries.ts'
import { RequestAssets } from './request-assets.tsx'
import { type RequestValues, requestForm } from './request-form.ts'

type Props = {
  /** What it is about; without it the assets are scanned or typed here. */
  chosen?: { ids: string[]; asset?: Asset }
  onClose: () => void
  onRequested?: () => void
}

const none: ReadonlyMap<string, string> = new Map()

/** Asks for another state of one asset or many, and says for which it could not be asked. */
export function RequestDialog({ chosen, onClose, onRequested }: Props) {
  const [result, setResult] = useState<BulkResult | null>(null)
  const done = (reply: BulkResult) => {
    if (reply.done > 0) toast.success(m.requests_made({ count: formatNumber(reply.done) }))
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
        <RequestForm chosen={chosen} onDone={done} />
      ) : (
        <BulkFailures result={result} names={none} onClose={onClose} />
      )}
    </FormDialog>
  )
}

type FormProps = { chosen: Props['chosen']; onDone: (reply: BulkResult) => void }

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
      actions={
        <>
          <SubmitButton
            text={m.requests_submit()}
            sending={{ now: form.sending, text: m.requests_sending() }}
          />
          <CancelButton />
        </>
      }
    >
      {chosen === undefined ? <RequestAssets form={form} /> : <About chosen={chosen} />}
      <NewState form={form} except={chosen?.asset?.assetState} />
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
    return <Text size="sm">{m.requests_about({ count: formatNumber(ids.length) })}</Text>
  return (
    <Text size="sm" component="div">
      {assetTitle(asset)} · <AssetState state={asset.assetState} />
    </Text>
  )
}

type StateProps = { form: ContractForm<RequestValues>; except: string | undefined }

function NewState({ form, except }: StateProps) {
  const query = useQuery(allStates)
  const states = (query.data ?? []).filter((state) => state !== except)
  // A native select takes its first value from the options it has then, so others need another select.
  return (
    <div>
      <SelectField
        key={states.join()}
        form={form}
        name="newState"
        label={m.requests_new_state()}
        data={states}
        required
        {...(except !== undefined && { 'data-autofocus': true })}
      />
      <ChoicesFailed query={query} />
    </div>
  )
}

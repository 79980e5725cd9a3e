import type { Place } from '@ats/contract/places.ts'
import { actionsOf, recordKinds } from '@ats/contract/record-kinds.ts'
import { newWebhook, type Webhook, type WebhookTopic } from '@ats/contract/webhooks.ts'
import { MultiSelect } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { kindName } from '#features/audit/audit.tsx'
import { placesFound } from '#features/places/places.ts'
import { m } from '#texts'
import { differing, sendOrDecide } from '#ui/form/conflict.tsx'
import type { ConflictFields } from '#ui/form/conflict-fields.ts'
import { inputProps, starred, TextField } from '#ui/form/fields.tsx'
import { useFirstShown } from '#ui/form/first-shown.ts'
import { FormBody } from '#ui/form/form-body.tsx'
import { CancelButton, FormDialog } from '#ui/form/form-dialog.tsx'
import { RecordMultiSelect } from '#ui/form/record-multi-select.tsx'
import { listInForm, records } from '#ui/form/records.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { type ContractForm, useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast/toast.ts'
import { useChangeWebhook, useCreateWebhook } from './webhook-queries.ts'
import type { NewSecret } from './webhook-secret.tsx'
import { topicText } from './webhook-texts.tsx'

type Values = { name: string; url: string; topics: string[]; placeIds: string[] }
type Form = { form: ContractForm<Values> }

const schema = newWebhook.extend({ placeIds: z.array(z.string()) })

const initialOf = (webhook: Webhook | undefined): Values => ({
  name: webhook?.name ?? '',
  url: webhook?.url ?? 'https://',
  topics: webhook?.topics ?? [],
  placeIds: webhook?.places?.map(({ id }) => id) ?? [],
})

const bodyOf = ({ name, url, topics, placeIds }: Values) => ({
  ...{ name, url, topics: topics as WebhookTopic[] },
  placeIds: placeIds.length === 0 ? null : placeIds,
})

const conflictFields = (): ConflictFields => ({
  name: { label: m.webhooks_name() },
  url: { label: m.webhooks_url() },
  topics: { label: m.webhooks_topics(), show: (topics: string[]) => topics.map(topicText).join(', ') },
  placeIds: { label: m.webhooks_places() },
  paused: { label: m.webhooks_state_paused() },
})

type Props = {
  /** The webhook to edit; without it one is added. */
  webhook?: Webhook
  onClose: () => void
  onMade?: (made: NewSecret) => void
}

export function WebhookDialog({ webhook, onClose, onMade }: Props) {
  const form = useWebhookForm({ onClose, ...(webhook && { webhook }), ...(onMade && { onMade }) })
  return (
    <FormDialog
      onClose={onClose}
      title={webhook === undefined ? m.webhooks_add() : m.webhooks_change_named({ name: webhook.name })}
      size="lg"
      sheet
    >
      <FormBody
        form={form}
        actions={
          <>
            <CancelButton />
            <SubmitButton
              text={webhook === undefined ? m.webhooks_add() : m.common_save()}
              sending={{ now: form.sending, text: m.common_saving() }}
            />
          </>
        }
      >
        <TextField
          form={form}
          name="name"
          label={m.webhooks_name()}
          maxLength={100}
          required
          data-autofocus
        />
        <TextField
          form={form}
          name="url"
          type="url"
          inputMode="url"
          label={m.webhooks_url()}
          description={m.webhooks_url_hint()}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={2000}
          required
        />
        <TopicField form={form} />
        <PlaceField form={form} given={webhook?.places ?? []} />
      </FormBody>
    </FormDialog>
  )
}

function useWebhookForm({ webhook, onClose, onMade }: Props) {
  const create = useCreateWebhook()
  const change = useChangeWebhook(webhook?.id ?? '')
  const first = useFirstShown(webhook)
  return useContractForm({
    schema,
    initial: initialOf(first),
    send: async (values): Promise<NewSecret | { webhook: Webhook }> => {
      const body = bodyOf(values)
      if (first === undefined) return create(body)
      const edited = { ...differing(bodyOf(initialOf(first)), body), version: first.version }
      return { webhook: await sendOrDecide(edited, conflictFields(), (sent) => change(sent)) }
    },
    done: (reply) => {
      onClose()
      if ('secret' in reply) onMade?.(reply)
      else toast.success(m.webhooks_changed({ name: reply.webhook.name }))
    },
    leave: onClose,
    failure: m.webhooks_save_failed(),
  })
}

const topicChoices = () =>
  recordKinds.map((kind) => ({
    group: kindName(kind),
    items: [kind, ...actionsOf(kind)].map((topic) => ({ value: topic, label: topicText(topic) })),
  }))

/** The list closes after each choice, because it would cover the buttons below. */
function TopicField({ form }: Form) {
  const { key, ...input } = inputProps(form, 'topics')
  const [isOpen, setOpen] = useState(false)
  return (
    <MultiSelect
      key={key}
      {...starred(true)}
      label={m.webhooks_topics()}
      description={m.webhooks_topics_hint()}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={topicChoices()}
      comboboxProps={listInForm}
      maxDropdownHeight={240}
      searchable
      hidePickedOptions
      nothingFoundMessage={m.webhooks_topics_none()}
      {...input}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onOptionSubmit={() => setOpen(false)}
    />
  )
}

const places = records({
  find: placesFound,
  choiceOf: ({ _id, name, names, path }: Place) => ({
    ...{ id: _id, name, path: names.slice(0, -1).join(' > '), label: path },
  }),
})

function PlaceField({ form, given }: Form & { given: readonly { id: string; path: string }[] }) {
  return (
    <RecordMultiSelect
      form={form}
      name="placeIds"
      of={places}
      scope={{}}
      label={m.webhooks_places()}
      description={m.webhooks_places_hint()}
      comboboxProps={listInForm}
      given={given.map(({ id, path }) => ({ id, name: path, path: '', label: path }))}
    />
  )
}

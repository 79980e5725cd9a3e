import { type Reader, type ReaderAdapter, type ReaderMapping, readerAdapters } from '@ats/contract/readers.ts'
import { z } from 'zod'
import { PlaceSelect } from '#features/places/places.ts'
import { useAddReader, useChangeReader } from '#features/readers/reader-queries.ts'
import { adapterTexts } from '#features/readers/reader-texts.tsx'
import { useScope } from '#kernel/address/location.ts'
import { m } from '#texts'
import { SelectField } from '#ui/form/choice-fields.tsx'
import { differing, sendOrDecide } from '#ui/form/conflict.tsx'
import { errorProps, starred, TextField } from '#ui/form/fields.tsx'
import { useFirstShown } from '#ui/form/first-shown.ts'
import { FormBody } from '#ui/form/form-body.tsx'
import { CancelButton, FormDialog } from '#ui/form/form-dialog.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { type ContractForm, useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast/toast.ts'
import { readerFields } from './reader-fields.tsx'
import type { Credentials } from './reader-settings.ts'

const paths = ['list', 'tag', 'antenna', 'rssi', 'time'] as const
type PathName = (typeof paths)[number]

type Values = { name: string; placeId: string; adapter: string; silentMinutes: string } & Record<
  PathName,
  string
>
type Form = { form: ContractForm<Values> }

const longestSilence = 10_080

const schema = () =>
  z
    .object({
      name: z.string().trim().min(1, m.readers_name_required()).max(100),
      placeId: z.string().min(1, m.inventory_place_required()),
      adapter: z.enum(readerAdapters, m.readers_adapter_required()),
      silentMinutes: z
        .string()
        .trim()
        .refine(
          (text) => text === '' || (/^\d+$/.test(text) && isSilence(Number(text))),
          m.readers_silence_wrong(),
        ),
      ...(Object.fromEntries(paths.map((name) => [name, z.string().trim()])) as Record<
        PathName,
        z.ZodString
      >),
    })
    .refine(({ adapter, tag }) => adapter !== 'mapped' || tag !== '', {
      path: ['tag'],
      error: m.readers_path_required(),
    })
const isSilence = (minutes: number) => minutes >= 1 && minutes <= longestSilence

type Read = z.output<ReturnType<typeof schema>>

const bodyOf = ({ name, placeId, adapter, silentMinutes, ...read }: Read) => ({
  ...{ name, placeId, adapter },
  silentMinutes: silentMinutes === '' ? null : Number(silentMinutes),
  mapping: adapter === 'mapped' ? mappingOf(read) : null,
})

const mappingOf = (read: Pick<Read, PathName>): ReaderMapping => ({
  tag: read.tag,
  ...Object.fromEntries(
    paths.flatMap((name) => (name === 'tag' || read[name] === '' ? [] : [[name, read[name]]])),
  ),
})

const initialOf = (reader: Reader | undefined): Values => ({
  name: reader?.name ?? '',
  placeId: reader?.placeId ?? '',
  adapter: reader?.adapter ?? '',
  silentMinutes: reader === undefined ? '30' : `${reader.silentMinutes ?? ''}`,
  list: reader?.mapping?.list ?? '',
  tag: reader?.mapping?.tag ?? '',
  antenna: reader?.mapping?.antenna ?? '',
  rssi: reader?.mapping?.rssi ?? '',
  time: reader?.mapping?.time ?? '',
})

type Props = {
  /** The reader to edit; without it one is added. */
  reader?: Reader
  onClose: () => void
  onAdded?: (made: Credentials) => void
}

export function ReaderDialog({ reader, onClose, onAdded }: Props) {
  const form = useReaderForm({ onClose, ...(reader && { reader }), ...(onAdded && { onAdded }) })
  return (
    <FormDialog
      onClose={onClose}
      title={reader === undefined ? m.readers_add() : m.readers_change_named({ name: reader.name })}
      size="lg"
      sheet
    >
      <FormBody
        form={form}
        actions={
          <>
            <CancelButton />
            <SubmitButton
              text={reader === undefined ? m.readers_add() : m.common_save()}
              sending={{ now: form.sending, text: m.common_saving() }}
            />
          </>
        }
      >
        <TextField form={form} name="name" label={m.readers_name()} maxLength={100} required data-autofocus />
        <PlaceField form={form} />
        <SelectField
          form={form}
          name="adapter"
          label={m.readers_adapter()}
          data={readerAdapters.map((value) => ({ value, label: adapterTexts[value]() }))}
          required
        />
        <MappingFields form={form} />
        <TextField
          form={form}
          name="silentMinutes"
          inputMode="numeric"
          label={m.readers_silence()}
          description={m.readers_silence_hint()}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
      </FormBody>
    </FormDialog>
  )
}

function useReaderForm({ reader, onClose, onAdded }: Props) {
  const add = useAddReader()
  const change = useChangeReader(reader?._id ?? '')
  const first = useFirstShown(reader)
  return useContractForm({
    schema: schema(),
    initial: initialOf(first),
    send: async (values) => {
      const body = bodyOf(values)
      if (first === undefined) return await add(body)
      const before = bodyOf({ ...initialOf(first), adapter: first.adapter })
      const edited = { ...differing(before, body), version: first.version }
      return { reader: await sendOrDecide(edited, readerFields(), (sent) => change(sent)) }
    },
    done: (reply) => {
      onClose()
      if ('password' in reply) onAdded?.(reply)
      else toast.success(m.readers_changed({ name: reply.reader.name }))
    },
    leave: onClose,
    failure: m.readers_save_failed(),
  })
}

function PlaceField({ form }: Form) {
  const value = form.fields.useWatchValue('placeId')
  return (
    <PlaceSelect
      label={m.readers_place()}
      description={m.readers_place_hint()}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...starred(true)}
      value={value}
      scope={useScope()}
      error={form.fields.errors.placeId}
      {...errorProps(form, 'placeId')}
      onChange={(id) => form.fields.setFieldValue('placeId', id)}
    />
  )
}

/** Where a message contains the relevant values, for devices without an adapter. */
function MappingFields({ form }: Form) {
  const adapter = form.fields.useWatchValue('adapter') as ReaderAdapter | ''
  if (adapter !== 'mapped') return null
  const labels: Record<PathName, string> = {
    list: m.readers_path_list(),
    tag: m.readers_path_tag(),
    antenna: m.readers_path_antenna(),
    rssi: m.readers_path_rssi(),
    time: m.readers_path_time(),
  }
  return paths.map((name) => (
    <TextField
      key={name}
      form={form}
      name={name}
      label={labels[name]}
      required={name === 'tag'}
      {...(name === 'list' && {
        description: m.readers_path_hint(),
        inputWrapperOrder: ['label', 'input', 'description', 'error'],
      })}
    />
  ))
}

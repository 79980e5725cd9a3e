import {
  newProgram,
  type Program,
  type ProgramPermission,
  programPermissions,
} from '@ats/contract/identity/programs.ts'
import { says } from '@ats/contract/problems/fields.ts'
import { z } from 'zod'
import { permissionTexts } from '#features/identity/roles/role-permission-texts.ts'
import { PlacesField } from '#features/identity/users/user-places-field.tsx'
import { useSession } from '#kernel/session/session.ts'
import { dayHere, formatDate } from '#kernel/words/format.ts'
import { m } from '#texts'
import { CheckboxField, CheckboxGroupField } from '#ui/form/choice-fields.tsx'
import { differing, sendOrDecide } from '#ui/form/conflict.tsx'
import type { ConflictFields } from '#ui/form/conflict-fields.ts'
import { TextField } from '#ui/form/fields.tsx'
import { useFirstShown } from '#ui/form/first-shown.ts'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDayField } from '#ui/form/form-day-field.tsx'
import { CancelButton, FormDialog } from '#ui/form/form-dialog.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { type ContractForm, useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast/toast.ts'
import type { MadeKey } from './program-key-dialog.tsx'
import { useAddProgram, useChangeProgram } from './program-queries.ts'

type Values = {
  name: string
  permissions: string[]
  everywhere: boolean
  places: string[]
  addressRanges: string
  expiresAt: string
}

const { shape } = newProgram
const rangesIn = (text: string) => text.split(/[\s,;]+/).filter((range) => range !== '')
/** A key works until the end of a day, where the person is. */
const endOf = (day: string) =>
  /^\d{4}-\d\d-\d\d$/.test(day) ? new Date(`${day}T23:59:59`).toISOString() : day

const schema = z
  .object({
    ...{
      name: shape.name,
      permissions: shape.permissions,
      everywhere: z.boolean(),
      places: z.array(z.string()),
    },
    addressRanges: z
      .string()
      .refine(
        (text) => shape.addressRanges.safeParse(rangesIn(text)).success,
        says('address-range-malformed'),
      ),
    expiresAt: z
      .string()
      .refine((day) => shape.expiresAt.safeParse(endOf(day)).success, says('key-expiry-wrong')),
  })
  .refine(({ everywhere, places }) => everywhere || places.length > 0, {
    path: ['places'],
    error: () => m.programs_places_needed(),
  })
type Read = z.output<typeof schema>

const bodyOf = ({ everywhere, places, addressRanges, expiresAt, ...read }: Read) => ({
  ...{ ...read, everywhere, places: everywhere ? [] : places },
  ...{ addressRanges: rangesIn(addressRanges), expiresAt: endOf(expiresAt) },
})

const yearMs = 365 * 24 * 60 * 60 * 1000

const initialOf = (program: Program | undefined): Values & { permissions: ProgramPermission[] } => ({
  name: program?.name ?? '',
  permissions: program?.permissions ?? [],
  everywhere: program?.everywhere ?? false,
  places: program?.places.map(({ _id }) => _id) ?? [],
  addressRanges: program?.addressRanges.join(', ') ?? '',
  expiresAt: dayHere(program === undefined ? new Date(Date.now() + yearMs) : new Date(program.expiresAt)),
})

const fields = (): ConflictFields => ({
  name: { label: m.programs_name() },
  permissions: {
    label: m.programs_permissions(),
    show: (held: ProgramPermission[]) => held.map((one) => permissionTexts[one].label()).join(', '),
  },
  everywhere: { label: m.programs_everywhere() },
  places: { label: m.programs_places() },
  addressRanges: { label: m.programs_addresses(), show: (ranges: string[]) => ranges.join(', ') },
  expiresAt: { label: m.programs_expires(), show: (at: string) => formatDate(at) },
})

type Props = {
  /** The program to edit; without it one is added. */
  program?: Program
  onClose: () => void
  onMade?: (made: MadeKey) => void
}

export function ProgramDialog({ program, onClose, onMade }: Props) {
  const form = useProgramForm({ onClose, ...(program && { program }), ...(onMade && { onMade }) })
  const title = program === undefined ? m.programs_add() : m.programs_edit_named({ name: program.name })
  return (
    <FormDialog onClose={onClose} title={title} size="lg" sheet>
      <FormBody
        form={form}
        actions={
          <>
            <CancelButton />
            <SubmitButton
              text={program === undefined ? m.programs_add() : m.common_save()}
              sending={{ now: form.sending, text: m.common_saving() }}
            />
          </>
        }
      >
        <TextField
          form={form}
          name="name"
          label={m.programs_name()}
          maxLength={100}
          required
          data-autofocus
        />
        <CheckboxGroupField
          form={form}
          name="permissions"
          label={m.programs_permissions()}
          description={m.programs_permissions_hint()}
          choices={usePermissionChoices()}
        />
        <PlaceFields form={form} given={program?.places} />
        <FormDayField form={form} name="expiresAt" label={m.programs_expires()} required />
        <TextField
          form={form}
          name="addressRanges"
          label={m.programs_addresses()}
          description={m.programs_addresses_hint()}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
        />
      </FormBody>
    </FormDialog>
  )
}

/** Nobody grants what they lack. */
function usePermissionChoices() {
  const held = useSession()?.user.permissions ?? []
  return programPermissions.map((value) => ({
    value,
    label: permissionTexts[value].label(),
    description: permissionTexts[value].hint(),
    disabled: !held.includes(value),
  }))
}

type PlacesProps = { form: ContractForm<Values>; given: Program['places'] | undefined }

function PlaceFields({ form, given = [] }: PlacesProps) {
  const isEverywhere = form.fields.useWatchValue('everywhere') as boolean
  const mayGrantAll = useSession()?.user.everywhere ?? false
  return (
    <>
      {mayGrantAll && (
        <CheckboxField
          form={form}
          name="everywhere"
          label={m.programs_everywhere()}
          description={m.programs_everywhere_hint()}
        />
      )}
      {!isEverywhere && (
        <PlacesField
          form={form}
          name="places"
          given={given}
          label={m.programs_places()}
          hint={m.programs_places_hint()}
          inDialog
        />
      )}
    </>
  )
}

function useProgramForm({ program, onClose, onMade }: Props) {
  const add = useAddProgram()
  const change = useChangeProgram()
  const first = useFirstShown(program)
  const initial = initialOf(first)
  return useContractForm<Values, Read, MadeKey | { program: Program }>({
    schema,
    initial,
    send: async (values) => {
      const body = bodyOf(values)
      if (first === undefined) return add(body)
      const { _id: id, version } = first
      const edited = { ...differing(bodyOf(initial), body), version }
      return { program: await sendOrDecide(edited, fields(), (sent) => change({ id, ...sent })) }
    },
    done: (reply) => {
      onClose()
      if ('key' in reply) onMade?.(reply)
      else toast.success(m.programs_saved({ name: reply.program.name }))
    },
    leave: onClose,
    failure: m.programs_save_failed(),
  })
}

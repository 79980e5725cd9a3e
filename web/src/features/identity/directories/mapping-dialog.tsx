import { type Directory, type GroupMapping, newMapping } from '@ats/contract/identity/directories.ts'
import { z } from 'zod'
import { useUserChoices } from '#features/identity/users/user-choices.ts'
import { PlacesField } from '#features/identity/users/user-places-field.tsx'
import { RoleField } from '#features/identity/users/user-role-field.tsx'
import { m } from '#texts'
import { SelectField } from '#ui/form/choice-fields.tsx'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { toast } from '#ui/toast/toast.ts'
import { useSaveMapping } from './directory-queries.ts'

type Props = { directory: Directory; mapping: GroupMapping | undefined; onClose: () => void }

const hintBelow: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

/** Fields contain text, also those for a number. */
const schema = () =>
  newMapping.extend({
    places: z.array(z.string()),
    rank: z
      .string()
      .trim()
      .refine(
        (text) => /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= 1000,
        m.directories_rank_wrong(),
      )
      .transform(Number),
  })

export function MappingDialog({ directory, mapping, onClose }: Props) {
  const choices = useUserChoices()
  const title =
    mapping === undefined
      ? m.directories_add_group_to({ name: directory.name })
      : m.directories_edit_named({ name: mapping.group })
  return (
    <FormDialog onClose={onClose} title={title} size="lg" sheet>
      {choices.error !== null && <LoadFailed text={m.error_loading()} onRetry={choices.retry} />}
      {choices.error === null && !choices.isReady && <Loading />}
      {choices.isReady && <MappingForm {...{ directory, mapping, onClose, choices }} />}
    </FormDialog>
  )
}

type FormProps = Props & { choices: ReturnType<typeof useUserChoices> }

function MappingForm({ directory, mapping, onClose, choices }: FormProps) {
  const form = useContractForm({
    schema: schema(),
    initial: {
      group: mapping?.group ?? '',
      role: mapping?.role ?? '',
      location: mapping?.location ?? '',
      places: mapping?.places.map(({ _id }) => _id) ?? [],
      rank: String(mapping?.rank ?? 100),
    },
    send: useSaveMapping({ id: directory._id, mappingId: mapping?._id }),
    done: () => {
      toast.success(m.directories_group_saved({ group: form.fields.getValues().group }))
      onClose()
    },
    failure: m.directories_group_failed(),
  })
  return (
    <FormBody
      form={form}
      actions={<DialogActions form={form} text={m.common_save()} sending={m.common_saving()} />}
    >
      <TextField
        form={form}
        name="group"
        label={m.directories_group()}
        description={m.directories_group_hint()}
        inputWrapperOrder={hintBelow}
        maxLength={500}
        required
        data-autofocus
      />
      <RoleField form={form} choices={choices.roles} />
      <SelectField
        form={form}
        name="location"
        label={m.users_location()}
        description={m.users_location_hint()}
        inputWrapperOrder={hintBelow}
        data={choices.cities}
        required
      />
      <PlacesField form={form} name="places" given={mapping?.places ?? []} inDialog />
      <TextField
        form={form}
        name="rank"
        inputMode="numeric"
        label={m.directories_rank()}
        description={m.directories_rank_hint()}
        inputWrapperOrder={hintBelow}
      />
    </FormBody>
  )
}

import { useQuery } from '@tanstack/react-query'
import { permissionHints } from '#features/identity/roles/role-permission-texts.ts'
import { roleList } from '#features/identity/roles/role-queries.ts'
import { m } from '#texts'
import { SelectField } from '#ui/form/choice-fields.tsx'
import type { ContractForm } from '#ui/form/use-contract-form.ts'
import type { useUserChoices } from './user-choices.ts'

type Props<V extends { role: string }> = {
  form: ContractForm<V>
  choices: ReturnType<typeof useUserChoices>['roles']
  disabled?: boolean
  'data-autofocus'?: boolean
}

/** The roles that the person may grant, and what the selected one permits. */
export function RoleField<V extends { role: string }>({ form, choices, ...props }: Props<V>) {
  const { data: roles = [] } = useQuery(roleList)
  const name = form.fields.useWatchValue('role' as never) as unknown as string
  const role = roles.find((one) => one.name.toLowerCase() === name)
  const may = role === undefined ? [] : permissionHints(role)
  return (
    <SelectField
      form={form}
      name={'role' as keyof V & string}
      label={m.users_role()}
      data={choices}
      required
      description={
        role === undefined
          ? m.users_role_hint()
          : [
              may.length === 0 ? m.roles_no_permissions() : may.join('; '),
              role.everywhere ? m.users_role_everywhere() : m.users_role_in_places(),
            ].join('. ')
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...props}
    />
  )
}

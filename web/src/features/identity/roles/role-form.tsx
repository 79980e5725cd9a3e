import { newRole, type Role } from '@ats/contract/identity/roles.ts'
import { type Permission, permissions } from '@ats/contract/permissions.ts'
import { useNavigate } from '@tanstack/react-router'
import { useCity } from '#kernel/address/location.ts'
import { useSession } from '#kernel/session/session.ts'
import { m } from '#texts'
import { CheckboxField, CheckboxGroupField } from '#ui/form/choice-fields.tsx'
import { differing, sendOrDecide } from '#ui/form/conflict.tsx'
import type { ConflictFields } from '#ui/form/conflict-fields.ts'
import { TextField } from '#ui/form/fields.tsx'
import { useFirstShown } from '#ui/form/first-shown.ts'
import { FormPage } from '#ui/form/form-page.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { ButtonLink } from '#ui/text/link.tsx'
import { toast } from '#ui/toast/toast.ts'
import { useRoleCrumbs } from './role-crumbs.ts'
import { permissionTexts } from './role-permission-texts.ts'
import { useAddRole, useChangeRole } from './role-queries.ts'

/** Creates a role, or edits the given one. */
export function RoleForm({ title, role }: { title: string; role?: Role }) {
  const city = useCity()
  const form = useRoleForm(role)
  return (
    <FormPage
      title={title}
      crumbs={useRoleCrumbs(title)}
      form={form}
      submit={m.roles_save()}
      actions={
        <ButtonLink to="/dashboard/$location/view-roles" params={{ location: city }} variant="default">
          {m.common_cancel()}
        </ButtonLink>
      }
    >
      <TextField
        form={form}
        name="roleName"
        label={m.roles_name()}
        maxLength={100}
        autoComplete="off"
        {...(role?.builtIn ? fixedName() : { required: true })}
      />
      <CheckboxGroupField
        form={form}
        name="permissions"
        label={m.roles_permissions()}
        description={m.roles_permissions_hint()}
        choices={usePermissionChoices()}
      />
      <CheckboxField
        form={form}
        name="secondFactorRequired"
        label={m.roles_second_factor()}
        description={m.roles_second_factor_hint()}
      />
    </FormPage>
  )
}

const fixedName = () => ({
  readOnly: true,
  variant: 'filled',
  description: m.roles_name_fixed(),
})

function useRoleForm(role: Role | undefined) {
  const city = useCity()
  const navigate = useNavigate()
  const add = useAddRole()
  const change = useChangeRole()
  const first = useFirstShown(role)
  const initial = {
    roleName: first?.name ?? '',
    permissions: first?.permissions ?? [],
    secondFactorRequired: first?.secondFactorRequired ?? false,
  }
  const leave = () => navigate({ to: '/dashboard/$location/view-roles', params: { location: city } })
  return useContractForm({
    schema: newRole,
    initial,
    send: async (values) => {
      if (first === undefined) return void (await add.mutateAsync(values))
      const { id, version } = first
      await sendOrDecide({ ...differing(initial, values), version }, roleFields(), (body) =>
        change.mutateAsync({ id, ...body }),
      )
    },
    done: () => {
      toast.success(role === undefined ? m.roles_added() : m.roles_updated())
      return leave()
    },
    leave,
    failure: role === undefined ? m.roles_add_failed() : m.roles_update_failed(),
  })
}

const roleFields = (): ConflictFields => ({
  roleName: { label: m.roles_name() },
  permissions: {
    label: m.roles_permissions(),
    show: (held: Permission[]) => held.map((one) => permissionTexts[one].label()).join(', '),
  },
  secondFactorRequired: {
    label: m.roles_second_factor(),
    show: (required: boolean) => (required ? m.common_yes() : m.common_no()),
  },
})

/** People can grant only the permissions that they have. */
function usePermissionChoices() {
  const own = useSession()?.user.permissions ?? []
  return permissions.map((permission) => {
    const { label, hint } = permissionTexts[permission]
    const mayGive = own.includes(permission)
    return {
      value: permission,
      label: label(),
      description: mayGive ? hint() : m.roles_permission_not_yours(),
      disabled: !mayGive,
    }
  })
}

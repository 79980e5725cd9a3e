import { newRole, type Role, roles } from '@ats/contract/identity/roles.ts'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { call } from '#kernel/http/call.ts'
import { overtake, respond, sent } from '../../../test/responses.ts'
import { show } from '../../../test/show.tsx'
import { differing, sendOrDecide } from './conflict.tsx'
import { TextField } from './fields.tsx'
import { FormBody } from './form-body.tsx'
import { FormDialog } from './form-dialog.tsx'
import { SubmitButton } from './submit-button.tsx'
import { useContractForm } from './use-contract-form.ts'

const role: Role = {
  id: '01900000-0000-7000-8000-0000000000a1',
  ...{ number: 7, name: 'Keeper', permissions: [], everywhere: false, builtIn: false },
  ...{ users: 0, version: 3, mayGrant: true, secondFactorRequired: false },
}

function RoleForm({ onClose }: { onClose: () => void }) {
  const initial = { roleName: role.name }
  const form = useContractForm({
    schema: newRole.pick({ roleName: true }),
    initial,
    send: (values) =>
      sendOrDecide(
        { ...differing(initial, values), version: role.version },
        { roleName: { label: 'Role Name' }, permissions: { label: 'Permissions' } },
        (body) => call(roles.update, { params: { id: role.id }, body }),
      ),
    done: onClose,
    leave: onClose,
    failure: 'The role could not be changed.',
  })
  return (
    <FormBody
      form={form}
      actions={<SubmitButton text="Save" sending={{ now: form.sending, text: 'Saving' }} />}
    >
      <TextField form={form} name="roleName" label="Role Name" data-autofocus />
    </FormBody>
  )
}

function Screen() {
  const [isOpen, setOpen] = useState(true)
  const close = () => setOpen(false)
  return isOpen ? (
    <FormDialog title="Change Keeper" onClose={close}>
      <RoleForm onClose={close} />
    </FormDialog>
  ) : (
    'Closed'
  )
}

const form = page.getByRole('dialog', { name: 'Change Keeper' })
const field = form.getByRole('textbox', { name: 'Role Name' })
const view = page.getByRole('dialog', { name: 'Someone else changed this record while you were editing it' })
const button = (name: string) => view.getByRole('button', { name })
const bodies = () => sent.map(({ body }) => body)

const by = { text: null, by: 'Ravi Rao', at: '2026-05-04T09:30:00Z' }
const renamed = { field: 'roleName', value: 'Warden', ...by }
const granted = { field: 'permissions', value: ['reports'], ...by }

async function saveAs(name: string, changes: (typeof renamed | typeof granted)[]) {
  overtake(roles.update, { version: 5, changes })
  await show(<Screen />)
  await field.fill(name)
  await userEvent.keyboard('{Enter}')
  await expect.element(view).toBeVisible()
  respond(roles.update, role)
}

beforeEach(() => page.viewport(390, 800))

test('the dialog shows who changed what, and the chosen value is saved with the current version', async () => {
  await saveAs('Guard', [renamed])
  const choice = view.getByRole('radiogroup', { name: 'Role Name' })
  await expect.element(view.getByText('Ravi Rao')).toBeVisible()
  await expect.element(choice.getByRole('radio', { name: 'Theirs: Warden' })).not.toBeChecked()
  const mine = choice.getByRole('radio', { name: 'Yours: Guard' })
  await expect.element(mine).toBeChecked()
  await expect.element(mine).toHaveFocus()
  await button('Save').click()
  await expect.element(page.getByText('Closed')).toBeVisible()
  expect(bodies()).toEqual([
    { roleName: 'Guard', version: 3 },
    { roleName: 'Guard', version: 5 },
  ])
})

test('if the other person changed another field, nothing has to be chosen and both changes are kept', async () => {
  await saveAs('Guard', [granted])
  await expect.element(view.getByText('reports')).toBeVisible()
  await expect.element(view.getByText('Not changed by you')).toBeVisible()
  await expect.element(view.getByRole('radio')).not.toBeInTheDocument()
  await expect.element(button('Save')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Closed')).toBeVisible()
  expect(bodies()).toEqual([
    { roleName: 'Guard', version: 3 },
    { roleName: 'Guard', version: 5 },
  ])
})

test('a value of the other person is chosen by keyboard and kept', async () => {
  await saveAs('Guard', [renamed])
  const theirs = view.getByRole('radio', { name: 'Theirs: Warden' })
  await expect.element(view.getByRole('radio', { name: 'Yours: Guard' })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(theirs).toBeChecked()
  await button('Save').click()
  await expect.element(page.getByText('Closed')).toBeVisible()
  expect(bodies()).toHaveLength(1)
})

test('keeping their values closes the form and sends nothing', async () => {
  await saveAs('Guard', [renamed, granted])
  await button('Keep theirs').click()
  await expect.element(page.getByText('Closed')).toBeVisible()
  await expect.element(page.getByText('Your changes were discarded.')).toBeVisible()
  expect(bodies()).toHaveLength(1)
})

test('Esc returns to the form with its input, and saving opens the dialog again', async () => {
  await saveAs('Guard', [renamed])
  overtake(roles.update, { version: 6, changes: [renamed] })
  await userEvent.keyboard('{Escape}')
  await expect.element(view).not.toBeInTheDocument()
  await expect.element(field).toHaveValue('Guard')
  await expect.element(form.getByRole('alert')).toBeVisible()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(view).toBeVisible()
})

test('a record that changes again during the decision is shown again', async () => {
  await saveAs('Guard', [renamed])
  overtake(roles.update, { version: 6, changes: [{ ...renamed, value: 'Porter' }] })
  await button('Save').click()
  await expect.element(view.getByRole('radio', { name: 'Theirs: Porter' })).toBeVisible()
  respond(roles.update, role)
  await button('Save').click()
  await expect.element(page.getByText('Closed')).toBeVisible()
  expect(bodies().at(-1)).toEqual({ roleName: 'Guard', version: 6 })
})

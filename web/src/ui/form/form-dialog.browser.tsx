import { newRole, roles } from '@ats/contract/identity/roles.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { call } from '#kernel/http/call.ts'
import { hold, reject, respond, sent } from '../../../test/responses.ts'
import { show } from '../../../test/show.tsx'
import { TextField } from './fields.tsx'
import { FormBody } from './form-body.tsx'
import { CancelButton, FormDialog } from './form-dialog.tsx'
import { SubmitButton } from './submit-button.tsx'
import { useContractForm } from './use-contract-form.ts'

const role = {
  id: '01900000-0000-7000-8000-0000000000a1',
  ...{ number: 7, name: 'Keeper', permissions: [], everywhere: false, builtIn: false },
  ...{ users: 0, version: 1, mayGrant: true, secondFactorRequired: false },
}
const reply = { role, message: 'Role added.' }

function RoleForm({ onDone }: { onDone: () => void }) {
  const form = useContractForm({
    schema: newRole.pick({ roleName: true }),
    initial: { roleName: '' },
    send: (body) => call(roles.create, { body }),
    done: onDone,
    failure: 'The role could not be added.',
  })
  return (
    <FormBody
      form={form}
      actions={
        <>
          <CancelButton />
          <SubmitButton text="Add" sending={{ now: form.sending, text: 'Adding' }} />
        </>
      }
    >
      <TextField form={form} name="roleName" label="Role Name" required data-autofocus />
    </FormBody>
  )
}

function Screen() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Add role</Button>
      {isOpen && (
        <FormDialog title="A new role" onClose={() => setOpen(false)}>
          <RoleForm onDone={() => setOpen(false)} />
        </FormDialog>
      )}
    </>
  )
}

const opener = () => page.getByRole('button', { name: 'Add role' })
const dialog = page.getByRole('dialog', { name: 'A new role' })
const field = dialog.getByRole('textbox', { name: 'Role Name' })
const add = dialog.getByRole('button', { name: 'Add' })
const question = page.getByRole('dialog', { name: 'Leave this page?' })

async function open() {
  await show(<Screen />)
  await opener().click()
  await expect.element(field).toHaveFocus()
}

test('a field that is missing is marked and gets the focus, and nothing is sent', async () => {
  await open()
  await add.click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Please enter a role name.')
  await expect.element(field).toHaveFocus()
  await expect.element(field).toBeInvalid()
  expect(sent).toEqual([])
})

test('input is kept if the request fails, and sent on the retry', async () => {
  reject(roles.create, 'role-name-taken')
  await open()
  await field.fill('Keeper')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  await expect.element(field).toHaveValue('Keeper')
  respond(roles.create, reply)
  await add.click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent.map(({ body }) => body)).toEqual([{ roleName: 'Keeper' }, { roleName: 'Keeper' }])
  await expect.element(opener()).toHaveFocus()
})

test('a form is sent once, even if its button is pressed again, and stays until the response', async () => {
  const release = hold(roles.create, reply)
  await open()
  await field.fill('Keeper')
  await userEvent.keyboard('{Control>}{Enter}{/Control}{Enter}{Enter}')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).toBeVisible()
  release()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent).toHaveLength(1)
})

test('Esc asks for confirmation if input would be lost, and Esc in the question closes only the question', async () => {
  await open()
  await field.fill('Half a na')
  await userEvent.keyboard('{Escape}')
  await expect.element(question).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(field).toHaveValue('Half a na')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener()).toHaveFocus()
})

test('an empty form closes without a question', async () => {
  await open()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(question).not.toBeInTheDocument()
})

import type { BulkResult } from '@ats/contract/bulk.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../../test/show.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

const reply: BulkResult = { done: 1, failed: 0, results: [] }
const steps: unknown[] = []

function Screen({ send }: { send: () => Promise<BulkResult> }) {
  const [isOpen, setOpen] = useState(true)
  if (!isOpen) return null
  return (
    <ReasonDialog
      about={{ ids: ['one'], name: 'Tag 42', clear: () => steps.push('cleared') }}
      title="Ignore 1 tag"
      text="It is listed under Ignored."
      submit={{ text: 'Ignore' }}
      failure="The tag could not be ignored."
      send={(ids, reason) => {
        steps.push({ ids, reason })
        return send()
      }}
      onDone={(_, ids) => steps.push({ done: ids })}
      onClose={() => setOpen(false)}
    />
  )
}

const dialog = page.getByRole('dialog', { name: 'Ignore 1 tag' })
const field = dialog.getByRole('textbox', { name: 'Reason' })
const submit = dialog.getByRole('button', { name: 'Ignore' })

test('spaces are no reason, and a reason is sent with the records', async () => {
  steps.length = 0
  await show(<Screen send={async () => reply} />)
  await expect.element(dialog.getByText('Tag 42')).toBeVisible()
  await expect.element(field).toHaveFocus()
  await field.fill('  ')
  await submit.click()
  await expect.element(field).toBeInvalid()
  expect(steps).toEqual([])
  await field.fill(' A test tag ')
  await submit.click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(steps).toEqual([{ ids: ['one'], reason: 'A test tag' }, 'cleared', { done: ['one'] }])
})

test('the reason is kept if the request fails', async () => {
  await show(<Screen send={() => Promise.reject(new Error('no network'))} />)
  await field.fill('A test tag')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  await expect.element(field).toHaveValue('A test tag')
})

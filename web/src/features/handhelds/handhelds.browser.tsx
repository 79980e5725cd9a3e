import { type Handheld, handhelds } from '@ats/contract/handhelds.ts'
import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { idOf } from '../../../test/listed.ts'
import { reject, respond, sentTo } from '../../../test/responses.ts'
import { openScreen } from '../../../test/screen.tsx'

const address = '/dashboard/default/masters/handhelds'
const token = `atsh_${'k'.repeat(43)}`
const at = '2026-11-02T09:30:00.000Z'
const one: Handheld = {
  ...{ id: idOf(41), name: 'Dock 7', model: 'MC3330xR', place: null, revoked: false, tokenMadeAt: at },
  ...{ lastSeenAt: null, createdBy: 'Asha Verma', createdAt: at, version: 1 },
}
const dialog = page.getByRole('dialog')
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('the first handheld is added, and its link is shown until it is closed', async () => {
  respond(handhelds.list, { handhelds: [] })
  await openScreen(address)
  await button('Add handheld').click()
  await dialog.getByLabelText('Name').fill('Dock 7')
  reject(handhelds.add, 'handheld-name-taken', {}, 'name')
  await dialog.getByRole('button', { name: 'Add handheld' }).click()
  await expect.element(dialog.getByText('Another handheld has this name.')).toBeVisible()
  respond(handhelds.add, { handheld: one, token })
  respond(handhelds.list, { handhelds: [one] })
  await dialog.getByRole('button', { name: 'Add handheld' }).click()
  const link = `${location.origin}/count#handheld=${token}&name=Dock+7`
  await expect.element(dialog.getByText(link, { exact: true })).toBeVisible()
  await expect.element(dialog.getByRole('img', { name: 'Link for the handheld' })).toBeVisible()
  const { violations } = await axe.run(document)
  expect(violations.map(({ id }) => id)).toEqual([])
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect.element(page.getByText('Has sent nothing yet')).toBeVisible()
  await expect.element(page.getByText(link)).not.toBeInTheDocument()
  expect(sentTo(handhelds.add).at(-1)?.body).toEqual({ name: 'Dock 7', model: '', placeId: null })
})

test('a handheld is revoked after a question, and gets a new link', async () => {
  respond(handhelds.list, { handhelds: [one] })
  const gone = { ...one, revoked: true }
  respond(handhelds.revoke, gone)
  await openScreen(address)
  await button('More actions for Dock 7').click()
  await page.getByRole('menuitem', { name: 'Revoke Dock 7' }).click()
  respond(handhelds.list, { handhelds: [gone] })
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect.element(page.getByText('Revoked', { exact: true })).toBeVisible()
  respond(handhelds.renew, { handheld: one, token })
  await button('New link for Dock 7').click()
  await expect.element(dialog.getByText(new RegExp(token))).toBeVisible()
})

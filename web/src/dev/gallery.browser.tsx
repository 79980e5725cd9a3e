import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openScreen } from '../../test/screen.tsx'

async function open() {
  await openScreen('/dev/gallery')
  await expect.element(page.getByRole('heading', { name: 'Gallery', level: 1 })).toBeVisible()
  await expect.element(page.getByRole('table', { name: 'Desks', exact: true })).toBeVisible()
}

async function expectAccessible() {
  const { violations } = await axe.run(document, {
    rules: { 'scrollable-region-focusable': { enabled: false } },
  })
  expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([])
}

test('every building block is accessible', async () => {
  await open()
  await expectAccessible()
})

for (const [button, title] of [
  ['Reason', 'Ignore 1 desk'],
  ['Result', 'Not everything could be done'],
  ['Question', 'Delete it?'],
] as const)
  test(`the dialog behind "${button}" is accessible, and Esc closes it`, async () => {
    await open()
    await page.getByRole('button', { name: button, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: title })
    await expect.element(dialog).toBeVisible()
    await expectAccessible()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
  })

test('Esc closes only the question over a panel, and then the panel', async () => {
  await open()
  await page.getByRole('button', { name: 'Panel', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'A record' })
  await panel.getByRole('button', { name: 'Question over the panel' }).click()
  const question = page.getByRole('dialog', { name: 'Delete it?' })
  await expect.element(question).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(panel).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
})

import { type AuditQuestion, auditor, auditQuestionNames } from '@ats/contract/auditor.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { idOf } from '../../../test/listed.ts'
import { reject, respond } from '../../../test/responses.ts'
import { openScreen } from '../../../test/screen.tsx'

const address = '/dashboard/default/auditor'
const row = { _id: idOf(1), name: 'INV-2026-0001', detail: 'Indore > MM North', figure: 4, at: null }
const questions: AuditQuestion[] = auditQuestionNames.map((question, at) => ({
  ...{ question, figure: at + 1, of: 2500 },
  rows: question === 'resolved-with-evidence' ? [{ ...row, inventoryId: idOf(1) }] : [],
}))

test('each question has a figure, rows, a list and a file', async () => {
  respond(auditor.questions, { since: '2025-11-19', questions })
  await openScreen(address)
  await expect.element(page.getByRole('heading', { name: 'Is the register complete?' })).toBeVisible()
  await expect.element(page.getByText('1 of 2,500 assets have no tag.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'INV-2026-0001' })).toBeVisible()
  const list = page.getByRole('link', { name: 'Open the list: Is the frequency kept?' })
  await expect.element(list).toHaveAttribute('href', '/dashboard/physical-inventory?status=overdue')
  await expect
    .element(page.getByRole('button', { name: 'Export: Is the log intact?', exact: true }))
    .toBeVisible()
})

test('a failure can be retried', async () => {
  reject(auditor.questions, 'unavailable')
  await openScreen(address)
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

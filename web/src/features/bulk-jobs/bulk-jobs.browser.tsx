import { type BulkJob, bulkJobs } from '@ats/contract/bulk-jobs.ts'
import { notifications } from '@ats/contract/notifications.ts'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { pressOn } from '../../../test/keyboard.ts'
import { ago, idOf } from '../../../test/listed.ts'
import { respond, sent } from '../../../test/responses.ts'
import { show } from '../../../test/show.tsx'
import { BulkJobsButton } from './bulk-jobs.ts'

const job = (given: Partial<BulkJob> = {}): BulkJob => ({
  ...{ _id: idOf(1), work: 'assign-assets', subject: 'Team B', status: 'running', total: 1100, done: 400 },
  ...{
    failed: 0,
    results: [],
    message: null,
    code: null,
    undone: false,
    undoable: false,
    createdAt: ago(60),
  },
  ...{ finishedAt: null, ...given },
})

const dialog = page.getByRole('dialog')
const button = (name: string) => page.getByRole('button', { name })

function become(now: BulkJob) {
  respond(bulkJobs.list, { jobs: [now] })
  respond(bulkJobs.get, now)
}

beforeEach(() => {
  respond(notifications.shown, { message: 'Noted.' })
  become(job())
})

test('a running job is found again, watched until its end, and closed by keyboard', async () => {
  await show(<BulkJobsButton />)
  await pressOn(button('Bulk changes running: 1'))
  await expect.element(dialog.getByRole('listitem').getByText('Assign assets to Team B')).toBeVisible()
  await dialog.getByRole('button', { name: 'Open Assign assets to Team B' }).click()
  const bar = dialog.getByRole('progressbar', { name: 'Progress of the bulk change' })
  await expect.element(bar).toHaveAttribute('aria-valuenow', expect.stringMatching(/^36/))
  await expect.element(dialog.getByText('400 of 1,100 assets')).toBeVisible()
  become(job({ status: 'done', done: 1097, failed: 3, finishedAt: ago(0) }))
  await expect.element(dialog.getByRole('status')).toHaveTextContent('Done: 1,097. Failed: 3.')
  await dialog.getByRole('button', { name: 'Back to the list' }).click()
  await expect.element(dialog.getByRole('listitem').getByText('Done', { exact: true })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(button('Recent actions')).toHaveFocus()
})

test('a job is stopped, and the dialog shows what was done until then', async () => {
  await show(<BulkJobsButton />, `/?job=${idOf(1)}`)
  await expect.element(dialog.getByText('400 of 1,100 assets')).toBeVisible()
  const stopped = job({ status: 'cancelled', finishedAt: ago(0) })
  respond(bulkJobs.cancel, { job: stopped })
  become(stopped)
  await dialog.getByRole('button', { name: 'Stop the bulk change' }).click()
  await expect
    .element(dialog.getByText('The bulk change was stopped. Changes made before that stay.'))
    .toBeVisible()
  await expect.element(dialog.getByRole('status')).toHaveTextContent('Done: 400. Failed: 0.')
  expect(sent.some(({ endpoint }) => endpoint === bulkJobs.cancel)).toBe(true)
})

test('a job that ends unwatched shows a toast', async () => {
  await show(<BulkJobsButton />)
  await expect.element(button('Bulk changes running: 1')).toBeVisible()
  become(job({ status: 'done', done: 1100, finishedAt: ago(0) }))
  await expect.element(page.getByText('Assign assets to Team B. Done: 1,100. Failed: 0.')).toBeVisible()
})

test('a small action is undone from the list of recent actions, and the list says so', async () => {
  const moved = { work: 'move-assets', subject: 'Indore', status: 'done', total: 30, done: 30 } as const
  become(job({ ...moved, undoable: true, finishedAt: ago(60) }))
  await show(<BulkJobsButton />)
  await button('Recent actions').click()
  await expect.element(dialog.getByText('Done: 30. Failed: 0.')).toBeVisible()
  const undoing = job({ ...moved, _id: idOf(2), work: 'move-assets-back', finishedAt: ago(0) })
  respond(bulkJobs.undo, { job: undoing })
  respond(bulkJobs.list, { jobs: [undoing, job({ ...moved, undone: true, finishedAt: ago(60) })] })
  respond(bulkJobs.get, undoing)
  await dialog.getByRole('button', { name: 'Undo Move assets to Indore' }).click()
  await expect.element(dialog.getByRole('status')).toHaveTextContent('Done: 30. Failed: 0.')
  await dialog.getByRole('button', { name: 'Back to the list' }).click()
  await expect.element(dialog.getByText('Undone', { exact: true })).toBeVisible()
})

import { Button } from '@mantine/core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { BulkResult } from '#kernel/http/bulk-result.ts'
import { show } from '../../../test/show.tsx'
import { doneText, useBulkResult } from './use-bulk-result.tsx'

const rowOf = (number: number, ok: boolean): BulkResult['results'][number] => ({
  ...{ _id: `0190000${number}-0000-7000-8000-0000000000b1`, assetTagId: `A000000${number}`, ok },
  ...(ok
    ? { code: 'restored' as const, params: {}, message: 'Restored.' }
    : { code: 'state-unknown' as const, params: {}, message: 'This state does not exist.' }),
})
const resultOf = (...oks: boolean[]): BulkResult => ({
  done: oks.filter((ok) => ok).length,
  failed: oks.filter((ok) => !ok).length,
  results: oks.map((ok, at) => rowOf(at + 1, ok)),
})

const texts = doneText({
  named: ({ name }) => `${name} was moved`,
  one: () => 'One asset was moved',
  other: ({ count }) => `${count} assets were moved`,
})

let undone: BulkResult | undefined

function Screen({ work }: { work: () => Promise<BulkResult> }) {
  const { runAndShow, failures } = useBulkResult()
  const words = {
    done: texts,
    failure: 'The assets could not be moved',
    undo: (reply: BulkResult) => {
      undone = reply
    },
  }
  return (
    <>
      <Button onClick={() => void runAndShow(work, words)}>Move</Button>
      {failures}
    </>
  )
}

async function move(work: () => Promise<BulkResult>) {
  await show(<Screen work={work} />)
  await page.getByRole('button', { name: 'Move' }).click()
}

const dialog = page.getByRole('dialog')

test('one record is named, and can be reverted from the toast', async () => {
  await move(async () => resultOf(true))
  await expect.element(page.getByText('A0000001 was moved')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(undone).toEqual(resultOf(true))
})

test('a single record that failed shows a toast with the reason', async () => {
  await move(async () => resultOf(false))
  await expect.element(page.getByText('This state does not exist.')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('with several records, failures are listed and the others are counted', async () => {
  await move(async () => resultOf(true, true, false))
  await expect.element(page.getByText('2 assets were moved')).toBeVisible()
  await expect.element(dialog.getByText('A0000003')).toBeVisible()
  await expect.element(dialog.getByText('A0000001')).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a request that failed shows a toast', async () => {
  await move(() => Promise.reject(new Error('no network')))
  await expect.element(page.getByText('The assets could not be moved')).toBeVisible()
})

import { counting } from '@ats/contract/inventories/counting.ts'
import { type TaggingDrive, taggingDrives } from '@ats/contract/tagging/tagging.ts'
import { tagging } from '@ats/contract/tagging/work.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { idOf } from '../../../test/listed.ts'
import { respond, sentTo } from '../../../test/responses.ts'
import { scan } from '../../../test/scanner.ts'
import { openScreen } from '../../../test/screen.tsx'

const id = idOf(71)
const whole = { totalIsExact: true, from: 1, previous: null, next: null, last: null }
const listed = {
  ...{ _id: id, name: 'Second floor', placeId: idOf(72), placeNames: ['Indore', 'Hall'] },
  ...{ createdBy: 'Asha Rao', createdAt: '2026-11-01T08:00:00Z', closedAt: null, works: true },
}
const drive: TaggingDrive = {
  ...listed,
  ...{ total: 40, tagged: 30, left: 10, excepted: 2, sample: 'nth', sampleSize: 20, people: [] },
  ...{ manages: true, closedBy: null, toCheck: 1, version: 3 },
}
const sample = {
  ...{ associationId: idOf(81), assetId: idOf(82), assetTagId: 'A0000007', assetName: 'Chair' },
  ...{ serialNo: null, placeId: idOf(83), placeNames: ['Indore', 'Hall', 'Room one'], taggedBy: 'Ravi' },
  taggedAt: '2026-11-02T08:00:00Z',
}

function prepare() {
  respond(taggingDrives.list, { drives: [listed], total: 1, ...whole })
  respond(taggingDrives.get, drive)
  respond(taggingDrives.rooms, {
    rooms: [{ _id: idOf(83), placeNames: ['Room one'], total: 40, tagged: 30, left: 10, excepted: 2 }],
    ...{ total: 1, ...whole },
  })
  respond(taggingDrives.days, {
    days: [{ day: '2026-11-02', userId: idOf(5), user: 'Ravi', tagged: 30, again: 1 }],
  })
  respond(taggingDrives.exceptions, {
    exceptions: [
      {
        ...{ assetId: idOf(90), assetTagId: 'A0000009', assetName: 'Lamp', placeNames: ['Indore', 'Hall'] },
        ...{ reason: 'out-of-reach', note: 'On the ceiling', by: 'Ravi', at: '2026-11-02T08:00:00Z' },
      },
    ],
    ...{ total: 1, ...whole },
  })
  respond(taggingDrives.quality, {
    rates: [{ of: 'person', name: 'Ravi', tagged: 30, checked: 8, failed: 1 }],
  })
  respond(tagging.samples, { samples: [sample], total: 1 })
}

const open = (path = `/dashboard/default/tagging/${id}`) => openScreen(path)
const view = (name: string) =>
  page.getByRole('radiogroup', { name: 'Show' }).getByText(name, { exact: true }).click()

test('a drive shows its progress, days and people, and what could not be tagged', async () => {
  prepare()
  await open()
  const progress = page.getByRole('region', { name: 'Progress' })
  await expect.element(progress.getByText('40')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Tag assets' })).toBeVisible()
  await expect.element(page.getByRole('table', { name: 'Rooms' }).getByText('Room one')).toBeVisible()
  await view('Days and people')
  await expect.element(page.getByRole('table', { name: 'Days and people' }).getByText('Ravi')).toBeVisible()
  await view('Could not be tagged')
  await expect.element(page.getByText('Out of reach: On the ceiling')).toBeVisible()
})

test('a second person chooses an asset of the sample and scans its tag; a wrong one is said as an alert', async () => {
  prepare()
  respond(tagging.check, {
    ...{ outcome: 'other-tag', code: 'tag-check-other' },
    message: 'Another tag is on the asset. Tag it again.',
  })
  await open(`/dashboard/default/tagging/${id}?view=checks`)
  await expect.element(page.getByRole('table', { name: 'Failed checks' }).getByText('12.5 %')).toBeVisible()
  await page.getByRole('button', { name: /Chair/ }).click()
  await scan('E2000000000000000000CC04')
  await expect.element(page.getByRole('alert').getByText('Another tag is on the asset.')).toBeVisible()
  expect(sentTo(tagging.check)[0]?.body).toEqual({
    ...{ associationId: idOf(81), readTag: 'E2000000000000000000CC04' },
  })
})

test('a drive is started with its sample, and needs a name and a place', async () => {
  prepare()
  respond(counting.people, { people: [] })
  await open('/dashboard/default/tagging')
  await expect.element(page.getByRole('link', { name: 'Second floor' })).toBeVisible()
  await page.getByRole('button', { name: 'Start a tagging drive' }).click()
  const dialog = page.getByRole('dialog', { name: 'Start a tagging drive' })
  await dialog.getByRole('button', { name: 'Start', exact: true }).click()
  await expect.element(dialog.getByText('Enter a name.')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Sample' }).selectOptions('No checks')
  await expect.element(dialog.getByRole('textbox', { name: 'Size of the sample' })).not.toBeInTheDocument()
  expect(sentTo(taggingDrives.create)).toEqual([])
})

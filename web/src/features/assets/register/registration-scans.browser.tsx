import { type Asset, assets } from '@ats/contract/assets/assets.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { assetNumbered, respondToAssets } from '../../../../test/assets.ts'
import { idOf } from '../../../../test/listed.ts'
import { respondToMasters } from '../../../../test/masters.ts'
import { hold, respond, sentTo } from '../../../../test/responses.ts'
import { scan, scanSlowly } from '../../../../test/scanner.ts'
import { openScreen } from '../../../../test/screen.tsx'

const tagBox = page.getByRole('textbox', { name: 'RFID Tag' })
const nameBox = page.getByRole('combobox', { name: 'Asset Name' })
const city = page.getByLabelText('Location')
const submit = page.getByRole('button', { name: 'Register Asset' })
const recent = page.getByRole('region', { name: 'Just registered' }).getByRole('listitem')
const question = page.getByRole('dialog', { name: 'A second tag was scanned' })
const waiting = page.getByRole('region', { name: /^Waiting tags/ }).getByRole('listitem')
const tagNumbered = (at: number) => `E28011700000020FABCD${String(at).padStart(4, '0')}`
const [first, second, third] = [tagNumbered(1), tagNumbered(2), tagNumbered(3)]

const reply = (rfidTag: string): { asset: Asset; message: string } => ({
  asset: assetNumbered(Number(rfidTag.slice(-4)), { rfidTag }),
  message: 'Registered.',
})

async function open() {
  respondToAssets([])
  respond(assets.register, ({ body }) => reply((body as { rfidTag: string }).rfidTag))
  await openScreen('/dashboard/default/manage-asset/asset-registration')
  await expect.element(city.getByRole('option', { name: 'Indore' })).toBeInTheDocument()
}

async function fillRest() {
  await nameBox.fill('Desk')
  await city.selectOptions('indore')
}

test('no truncated tag of a slow or stuttering reader is saved, even if the form is reset meanwhile', async () => {
  await open()
  await fillRest()
  await page.getByRole('checkbox', { name: 'Reuse these values for the next asset' }).click()
  await tagBox.click()
  await scan(first)
  await expect.element(tagBox).toHaveValue(first)
  // The previous tag is saved while the next one is being typed: after its first, seventh and fourteenth key.
  const readers = [
    { empties: 1, gap: () => 60 },
    { empties: 7, gap: (at: number) => (at === 3 ? 140 : 25) },
    { empties: 14, gap: () => 25 },
  ]
  const tags = [first]
  for (const [at, { empties, gap }] of readers.entries()) {
    const letGo = hold(assets.register, reply(tags.at(-1) ?? ''))
    await tagBox.click()
    if (at === 0) await submit.click()
    await tagBox.click()
    const tag = tagNumbered(at + 2)
    await scanSlowly(tag, async (index) => {
      if (index === empties) letGo()
      return gap(index)
    })
    letGo()
    tags.push(tag)
    await expect.element(recent.nth(at)).toBeVisible()
  }
  await submit.click()
  await expect
    .poll(() => new Set(sentTo(assets.register).map(({ body }) => (body as Asset).rfidTag)).size)
    .toBe(4)
  const saved = sentTo(assets.register).map(({ body }) => (body as Asset).rfidTag)
  expect([...new Set(saved)].sort()).toEqual(tags)
})

test('a tag that may be truncated needs confirmation, and scanning it again confirms it', async () => {
  await open()
  const asked = page.getByRole('dialog', { name: 'Is this tag complete?' })
  await scan(first.slice(0, 23))
  await expect.element(asked.getByText('23 characters were read, an odd number')).toBeVisible()
  await expect.element(tagBox).toHaveValue('')
  await scan(first)
  await expect.element(asked).not.toBeInTheDocument()
  await expect.element(tagBox).toHaveValue(first)
})

test('a scan over an unsaved tag raises one question, and then waits its turn', async () => {
  await open()
  await tagBox.click()
  await scan(first)
  await expect.element(nameBox).toHaveFocus()
  await scan(second)
  await expect.element(question.getByText(second)).toBeVisible()
  await expect
    .element(question.getByRole('button', { name: 'Register and continue' }))
    .not.toBeInTheDocument()
  await scan(third)
  await question.getByRole('button', { name: 'Keep it waiting' }).click()
  await expect.element(waiting.nth(0)).toHaveTextContent(second)
  await expect.element(waiting.nth(1)).toHaveTextContent(third)
  await expect.element(tagBox).toHaveValue(first)
  await expect.element(nameBox).toHaveValue('')

  await fillRest()
  await submit.click()
  await expect.element(recent.first()).toBeVisible()
  await expect.element(tagBox).toHaveValue(second)
  await expect.element(waiting.nth(1)).not.toBeInTheDocument()
  await page.getByRole('button', { name: `Remove ${third} from the waiting tags` }).click()

  // In the tag box itself; this time the person means the new tag.
  await tagBox.click()
  await scan(third)
  await question.getByRole('button', { name: 'Use the new tag instead' }).click()
  await expect.element(tagBox).toHaveValue(third)
  await expect.element(waiting).not.toBeInTheDocument()
})

test('the label of a place sets the city and the place, and is no tag', async () => {
  await open()
  respondToMasters()
  await tagBox.click()
  await scan(`https://assets.example.org/place/${idOf(63)}`)
  await expect.element(page.getByText('Place: Indore > MM North > Mill')).toBeVisible()
  await expect.element(city).toHaveValue('indore')
  await expect.element(page.getByRole('combobox', { name: /^Place/ })).toHaveValue('Mill · Indore > MM North')
  await expect.element(tagBox).toHaveValue('')
  await scan(`https://assets.example.org/place/${idOf(99)}`)
  await expect
    .element(page.getByText('This place does not exist, or it is not one of your places.'))
    .toBeVisible()
  await expect.element(city).toHaveValue('indore')
})

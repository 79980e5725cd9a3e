import { floors } from '@ats/contract/floors.ts'
import { places } from '@ats/contract/places.ts'
import { type SeenElsewhere, sightings } from '@ats/contract/sightings.ts'
import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { assetNumbered, respondToAssets } from '../../../test/assets.ts'
import { activity, facts, factsOf, floorNumbered, office, respondToFloors } from '../../../test/floors.ts'
import { listedInventory } from '../../../test/inventories.ts'
import { pressOn } from '../../../test/keyboard.ts'
import { ago, idOf, onePage } from '../../../test/listed.ts'
import { respond, sentTo } from '../../../test/responses.ts'
import { openScreen } from '../../../test/screen.tsx'

const list = '/dashboard/default/floors'
const plan = `${list}/${idOf(700)}`
const room = (name: string) => page.getByRole('button', { name: new RegExp(`^${name},`) })
const cell = (name: string, at: number) =>
  page
    .getByRole('row', { name: new RegExp(`^${name}`) })
    .getByRole('cell')
    .nth(at)

async function expectAccessible() {
  const { violations } = await axe.run(document, {
    rules: { 'scrollable-region-focusable': { enabled: false } },
  })
  expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([])
}

test('a plan shows the figures of its rooms, and a table the same; rooms out of scope are blank', async () => {
  respondToFloors()
  await openScreen(plan)
  await expect
    .element(room('Reception'))
    .toHaveAccessibleName('Reception, 15 assets, Working 12, Not-Working 3')
  await expect.element(room('Server Room')).toHaveAccessibleName('Server Room, No figures for you here')
  await expect.element(room('Store')).toHaveAttribute('data-tone', 'broken')
  await expect.element(cell('Reception', 0)).toHaveTextContent('15')
  await expect.element(cell('Store', 1)).toHaveTextContent('Not-Working')
  await expect.element(cell('Server Room', 0)).toHaveTextContent('–')
  await expect.element(page.getByText('1 room is outside your places and is shown blank.')).toBeVisible()
  expect(document.querySelectorAll('[data-blank]')).toHaveLength(1)
  expect(page.getByRole('button', { name: /^Reception|^Store|^Archive|^Server/ }).elements()).toHaveLength(8)
  await expectAccessible()
})

test('arrow keys walk over the plan, Enter opens a room, and Esc closes it', async () => {
  respondToFloors()
  const router = await openScreen(plan)
  await expect.element(room('Reception')).toBeVisible()
  ;(room('Reception').element() as SVGGElement).focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(room('Store')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(room('Server Room')).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}{ArrowUp}')
  await expect.element(room('Reception')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  const panel = page.getByRole('region', { name: 'Reception' })
  await expect.element(panel.getByRole('link', { name: 'Chair 1' })).toBeVisible()
  await expect.element(room('Reception')).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible()
  await expect
    .element(panel.getByRole('link', { name: 'Show in View Assets' }))
    .toHaveAttribute('href', `/dashboard/default/manage-asset/view-assets?placeId=${idOf(801)}`)
  await panel.getByRole('link', { name: 'Chair 1' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Chair 1' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog', { name: 'Chair 1' })).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
  expect(router.state.location.searchStr).toBe('')
})

test('a row of the table opens its room and moves the focus to the plan', async () => {
  respondToFloors()
  await openScreen(plan)
  await page.getByRole('table', { name: 'Rooms' }).getByRole('button', { name: 'Store' }).click()
  await expect.element(page.getByRole('region', { name: 'Store' })).toBeVisible()
  await expect.element(room('Store')).toHaveFocus()
  await pressOn(page.getByRole('button', { name: 'All rooms' }))
  await expect.element(page.getByRole('table', { name: 'Rooms' })).toBeVisible()
})

test('layers are in the address; the count layer needs a running inventory', async () => {
  const counting = { status: 'counting', total: 10, placeNames: office } as const
  respondToFloors([listedInventory({ ...counting, _id: idOf(5) })])
  respond(floors.facts, ({ address: { searchParams } }) => ({
    rooms:
      searchParams.get('inventoryId') === idOf(5)
        ? [factsOf(1, { count: { expected: 8, found: 2, unexpected: 1 } })]
        : facts,
  }))
  const router = await openScreen(plan)
  await page.getByText('Out of place').click()
  await expect
    .element(room('Reception'))
    .toHaveAccessibleName(/2 assets from elsewhere, 1 asset seen elsewhere/)
  await expect.element(cell('Store', 1)).toHaveTextContent('4')
  await page.getByText('Count', { exact: true }).click()
  await expect.element(room('Reception')).toHaveAccessibleName('Reception, 2/8, 2 of 8 found, 1 unexpected')
  await expect.element(room('Reception')).toHaveAttribute('data-tone', 'part')
  expect(router.state.location.searchStr).toBe('?layer=count')
})

test('a search lights up the rooms that hold what it found', async () => {
  respondToFloors()
  await openScreen(plan)
  respond(floors.facts, ({ address: { searchParams } }) => ({
    rooms: facts.map((one, at) => ({
      ...one,
      matches: searchParams.get('search') === 'chair' && at === 0 ? 3 : 0,
    })),
  }))
  await page.getByRole('searchbox', { name: 'Search' }).fill('chair')
  await expect.element(room('Reception')).toHaveAttribute('data-match')
  await expect.element(room('Reception')).toHaveAccessibleName(/^Reception, 15, 3 found: 15 assets/)
  await expect.element(room('Store')).toHaveAttribute('data-dim')
  await expect.element(cell('Reception', 2)).toHaveTextContent('3')
  await expectAccessible()
})

const isLit = (name: string) => {
  const placeId = room(name).element().getAttribute('data-place')
  return document.querySelector(`[data-lamp="${placeId}"]`)?.hasAttribute('data-lit')
}

test('rooms light up as their tags are read, moves are listed, and watching can be paused', async () => {
  respondToFloors()
  respond(
    floors.activity,
    activity({
      reads: [2],
      moves: [
        [1, 2],
        [null, 3],
      ],
    }),
  )
  await openScreen(`${plan}?layer=now`)
  await expect.poll(() => isLit('Store')).toBe(true)
  expect(isLit('Archive')).toBe(false)
  const moves = page.getByRole('region', { name: 'Latest moves' })
  await expect.element(moves.getByText('Trolley 1 moved from Reception to Store')).toBeVisible()
  await expect.element(moves.getByText('Trolley 2 moved from another place to Archive')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Pause' }).click()
  const before = sentTo(floors.activity).length
  await new Promise((resolve) => setTimeout(resolve, 3_500))
  expect(sentTo(floors.activity)).toHaveLength(before)
})

test('people without the permissions see the plan, but neither edit it nor watch the readers', async () => {
  respondToFloors()
  await openScreen(`${plan}?layer=now&edit=true`, { permissions: ['reports'] })
  await expect.element(room('Reception')).toHaveAccessibleName('Reception, 9 assets seen now')
  await expect.element(page.getByRole('button', { name: 'Edit plan' })).not.toBeInTheDocument()
  expect(sentTo(floors.activity)).toEqual([])
})

test('a floor is added from the empty list, and its editor opens', async () => {
  respondToFloors()
  respond(floors.list, { floors: [] })
  const property = { _id: idOf(7), kind: 'property' as const, name: 'Head Office', path: office.join(' > ') }
  respond(places.search, { places: [{ ...property, names: office, ids: [idOf(1), idOf(2), idOf(7)] }] })
  respond(floors.add, floorNumbered(0, { name: 'Ground Floor' }))
  const router = await openScreen(list)
  await expect.element(page.getByText('No floor plan yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add floor' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add floor' })
  await dialog.getByRole('button', { name: 'Add floor' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Please choose a property.')
  await dialog.getByRole('combobox', { name: 'Property' }).fill('Head')
  await page.getByRole('option', { name: /Head Office/ }).click()
  await dialog.getByLabelText('Name').fill('Ground Floor')
  await dialog.getByRole('button', { name: 'Add floor' }).click()
  await expect.element(page.getByRole('heading', { name: 'Edit plan: Ground Floor' })).toBeVisible()
  expect(sentTo(floors.add).map(({ body }) => body)).toEqual([
    { propertyId: idOf(7), name: 'Ground Floor', position: 0 },
  ])
  expect(router.state.location.href).toBe(`${plan}?edit=true`)
})

test('lists and panels link to a plan where there is one', async () => {
  respondToAssets([assetNumbered(1)])
  respond(floors.list, { floors: [floorNumbered(0)] })
  const where = { seenPlaceNames: [...office, 'Ground Floor', 'Store'], seenPlaceId: idOf(802) }
  const seen: SeenElsewhere = {
    ...{ _id: idOf(1), assetTagId: 'A1', assetName: 'Chair', tag: 'E21', registeredPlaceId: idOf(80) },
    ...{ registeredPlaceNames: office, ...where, since: ago(60), seenAt: ago(9), leftProperty: false },
    ignored: null,
  }
  const far = { ...seen, _id: idOf(2), assetTagId: 'A2', seenPlaceNames: ['Pune', 'Depot', 'Hall'] }
  respond(sightings.elsewhere, { seenElsewhere: [seen, far], ...onePage(2) })
  await openScreen('/dashboard/default/seen-elsewhere')
  const link = page.getByRole('link', { name: 'Show on plan: Chair A1' })
  await expect.element(link).toHaveAttribute('href', `${plan}?layer=elsewhere&room=${idOf(802)}`)
  expect(page.getByRole('link', { name: /^Show on plan/ }).elements()).toHaveLength(1)
  expect(sentTo(floors.list)).toHaveLength(1)
})

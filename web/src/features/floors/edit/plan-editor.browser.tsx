import { floors } from '@ats/contract/floors.ts'
import { places } from '@ats/contract/places.ts'
import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { floorNumbered, office, respondToFloors, rooms, shapes } from '../../../../test/floors.ts'
import { idOf } from '../../../../test/listed.ts'
import { overtake, respond, sentTo } from '../../../../test/responses.ts'
import { openScreen } from '../../../../test/screen.tsx'

const plan = `/dashboard/default/floors/${idOf(700)}`
const button = (name: string | RegExp) => page.getByRole('button', { name })
const save = button(/^Save$/)
const own = rooms.flatMap(({ placeId, box }) => (placeId === null ? [] : [{ placeId, box }]))
const saved = () => sentTo(floors.draw).map(({ body }) => body)

async function open() {
  respondToFloors()
  const lab = {
    _id: idOf(809),
    kind: 'room' as const,
    name: 'Lab',
    names: [...office, 'Ground Floor', 'Lab'],
  }
  respond(places.search, {
    places: [{ ...lab, path: lab.names.join(' > '), ids: [idOf(1), idOf(2), idOf(7), idOf(8), idOf(809)] }],
  })
  respond(floors.draw, floorNumbered(0, { name: 'Ground Floor', version: 4 }))
  const router = await openScreen(`${plan}?edit=true`)
  await expect.element(button(/^Store,/)).toBeVisible()
  return router
}

test('a room is placed, moved and resized by keyboard, and saved with the others', async () => {
  await open()
  await expect.element(save).toBeDisabled()
  await page.getByRole('combobox', { name: 'Room' }).fill('Lab')
  await page.getByRole('option', { name: /^Lab/ }).click()
  await button('Place it').click()
  await expect.element(button(/^Lab, left/)).toHaveFocus()
  await page.getByLabelText('Left (%)').fill('70')
  await page.getByLabelText('Top (%)').fill('10')
  await page.getByLabelText('Width (%)').click()
  await expect.element(button(/^Lab, left 70 %, top 10 %/)).toBeVisible()
  ;(button(/^Lab, left/).element() as SVGGElement).focus()
  await userEvent.keyboard('{ArrowRight}{ArrowDown}{Shift>}{ArrowLeft}{/Shift}')
  await userEvent.keyboard('{Control>}{ArrowRight}{/Control}')
  await expect.element(button('Lab, left 70.9 %, top 11 %, width 16 %, height 15 %')).toHaveFocus()
  const { violations } = await axe.run(document)
  expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([])
  await save.click()
  await expect.element(page.getByText('The plan of Ground Floor was saved.')).toBeVisible()
  const box = { x: 0.709, y: 0.11, width: 0.16, height: 0.15 }
  expect(saved()).toEqual([{ shapes, rooms: [...own, { placeId: idOf(809), box }], version: 3 }])
  await expect.element(save).toBeDisabled()
})

test('a shape is drawn by dragging and named; removing is undone and redone', async () => {
  await open()
  await button('Draw a corridor, stairs or a wall').click()
  const map = page.getByRole('group', { name: 'Plan of Ground Floor' })
  const { width, height } = map.element().getBoundingClientRect()
  await map.dropTo(map, {
    sourcePosition: { x: 0.1 * width, y: 0.47 * height },
    targetPosition: { x: 0.5 * width, y: 0.53 * height },
  })
  await page.getByLabelText('Label').fill('Passage')
  await expect.element(button(/^Passage, left 10 %/)).toBeVisible()
  ;(button(/^Archive,/).element() as SVGGElement).focus()
  await userEvent.keyboard('{Delete}')
  await expect.element(button(/^Archive,/)).not.toBeInTheDocument()
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(button(/^Archive,/)).toBeVisible()
  await button('Redo').click()
  await expect.element(button(/^Archive,/)).not.toBeInTheDocument()
  await save.click()
  await expect.element(page.getByText('The plan of Ground Floor was saved.')).toBeVisible()
  expect(saved()[0]).toMatchObject({ shapes: [...shapes, { label: 'Passage' }], version: 3 })
  expect((saved()[0] as { rooms: unknown[] }).rooms).toHaveLength(3)
})

test('a plan that somebody else changed meanwhile is decided on, part by part', async () => {
  await open()
  ;(button(/^Store,/).element() as SVGGElement).focus()
  await userEvent.keyboard('{ArrowDown}')
  const change = { field: 'shapes', value: [], text: null, by: 'Meera Iyer', at: '2026-11-01T05:00:00Z' }
  overtake(floors.draw, { version: 8, changes: [change] })
  await save.click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText(/Meera Iyer/)).toBeVisible()
  respond(floors.draw, floorNumbered(0, { name: 'Ground Floor', version: 9 }))
  await dialog.getByRole('radio', { name: /^Theirs/ }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('The plan of Ground Floor was saved.')).toBeVisible()
  expect(saved().at(-1)).toMatchObject({ shapes: [], version: 8 })
  expect((saved().at(-1) as { rooms: unknown[] }).rooms).toHaveLength(4)
})

test('closing with changes asks; a floor is deleted after a confirmation', async () => {
  const router = await open()
  ;(button(/^Store,/).element() as SVGGElement).focus()
  await userEvent.keyboard('{ArrowDown}')
  await button('Close').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Stay' }).click()
  respond(floors.remove, { message: 'Deleted' })
  await button('Delete floor').click()
  await dialog.getByRole('button', { name: 'Delete floor' }).click()
  await expect.element(page.getByText('Ground Floor was deleted.')).toBeVisible()
  expect(router.state.location.pathname).toBe('/dashboard/default/floors')
})

import { randomUUID } from 'node:crypto'
import { type Floor, type FloorPlan, floors, type NewFloor, type Rectangle } from '@ats/contract/floors.ts'
import type { TestApp } from './app.ts'
import { administratorOf } from './stock.ts'

export async function floorIn(t: TestApp, propertyId: string, given: Partial<NewFloor> = {}): Promise<Floor> {
  const body = { propertyId, name: `Floor ${randomUUID()}`, ...given }
  const answer = await t.call(await administratorOf(t), floors.add, { body })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body
}

/** One rectangle of a row of them. */
export const boxAt = (index: number): Rectangle => ({ x: index / 20, y: 0.1, width: 0.04, height: 0.3 })

export const planWith = (...placeIds: string[]): FloorPlan => ({
  shapes: [],
  rooms: placeIds.map((placeId, index) => ({ placeId, box: boxAt(index) })),
})

/** A floor with these rooms on its plan. */
export async function drawnIn(t: TestApp, propertyId: string, ...placeIds: string[]): Promise<Floor> {
  const { _id: id } = await floorIn(t, propertyId)
  const answer = await t.call(await administratorOf(t), floors.draw, {
    ...{ params: { id }, body: planWith(...placeIds) },
  })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body
}

import { flatMasters } from '@ats/contract/masters.ts'
import { kinds, recordKinds } from '@ats/contract/record-kinds.ts'
import { createRouter } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'

// Loading the routes reads the session.
vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('addEventListener', () => undefined)
const { routeTree } = await import('./routes.tsx')

const paths = Object.keys(createRouter({ routeTree }).routesByPath)

test('every kind of record that has a screen has it at a path of the router', () => {
  const missing = recordKinds.flatMap((kind) => {
    const path = kinds[kind].screen?.path
    return path === undefined || paths.includes(path) ? [] : [`${kind}: there is no screen at ${path}`]
  })
  expect(missing).toEqual([])
})

test('every master that is no place has a screen', () => {
  const missing = Object.keys(flatMasters).flatMap((kind) => {
    const path = `/dashboard/$location/masters/${kind}-master`
    return paths.includes(path) ? [] : [`${kind}: there is no screen at ${path}`]
  })
  expect(missing).toEqual([])
})

import { expect, test } from 'vitest'
import { nearestTool } from './postgres-tools.ts'

const tools = [17, 15, 16, 13].map((major) => ({
  path: `/usr/lib/postgresql/${major}/bin/pg_restore`,
  major,
}))

test.each([
  ['the same version', 15, 15],
  ['the next newer one where the same is missing', 14, 15],
  ['the newest for the newest server', 17, 17],
])('the tool for a server is %s', (_what, server, expected) => {
  expect(nearestTool(tools, server)?.major).toBe(expected)
})

test('an older tool than the server is none', () => {
  expect(nearestTool(tools, 18)).toBeUndefined()
})

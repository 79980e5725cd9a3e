import { programs } from '@ats/contract/identity/programs.ts'
import { places } from '@ats/contract/places.ts'
import { expect, test } from 'vitest'
import { testApp } from './app.ts'
import { startApi } from './processes.ts'
import { program, withKey } from './programs.ts'
import { administratorOf } from './stock.ts'

const t = await testApp()
const admin = await administratorOf(t)

test('a key that is revoked at one process is refused by another within a second', async () => {
  const [one, other] = await Promise.all([startApi(t), startApi(t)])
  const { id, key } = await program(t)
  const statusAt = async (address: string) =>
    (await fetch(`${address}${places.cities.path}`, withKey(key))).status
  for (const { address } of [one, other]) expect(await statusAt(address)).toBe(200)

  const revoking = programs.revoke.path.replace(':id', id)
  const revoked = await fetch(`${one.address}${revoking}`, { method: 'DELETE', headers: admin.headers })
  const start = performance.now()
  expect(revoked.status).toBe(200)
  while ((await statusAt(other.address)) !== 401) expect(performance.now() - start).toBeLessThan(1000)
  console.log(
    `Another process refused the key ${Math.round(performance.now() - start)} ms after it was revoked.`,
  )
  expect(await statusAt(one.address)).toBe(401)
})

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type EndpointName, namedEndpoints } from '@ats/contract/endpoints.ts'
import { expect, test } from 'vitest'
import { root, sourceFiles } from '../../scripts/sources.ts'
import { testApp } from './app.ts'
import { shopCallsOfEachKind } from './matrix-shop-rows.ts'

test('every endpoint of the contract is served', async () => {
  const { app } = await testApp()
  const missing = namedEndpoints
    .filter(({ endpoint: { method, path } }) => !app.hasRoute({ method, url: path }))
    .map(({ key }) => key)
  expect(missing, `No routes.ts in server/src/features serves ${missing.join(', ')}`).toEqual([])
})

/** Tests call these at an address from another response, or under another name. */
const calledOtherwise: EndpointName[] = ['imports.sample', 'exports.file', 'inventories.recount']
// `oidc/flow-attacks.test.ts` and others, by their address
calledOtherwise.push('directorySignIn.start', 'directorySignIn.complete')
calledOtherwise.push(...shopCallsOfEachKind)

/** Tests that call every endpoint in the same way do not count. */
const callsAll = /^server\/test\/(matrix|scope|fuzz)/

/** A group can also be reached through its parent: `shopOrders.get` is `shop.orders.get`. */
const calling = (key: string) =>
  new RegExp(`\\b${key.replace('.', '\\.').replace(/([a-z])([A-Z])/g, '$1\\.?$2')}\\b`, 'i')

test('every endpoint has a test of what it does', async () => {
  const files = sourceFiles('server/{test,src}/**/*.ts').filter(
    (file) => (file.endsWith('.test.ts') || file.startsWith('server/test/')) && !callsAll.test(file),
  )
  const texts = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')))
  const missing = namedEndpoints
    .map(({ key }) => key)
    .filter((key) => !calledOtherwise.includes(key) && !texts.some((text) => calling(key).test(text)))
  expect(missing, `No *.test.ts beside the code calls ${missing.join(', ')}`).toEqual([])
})

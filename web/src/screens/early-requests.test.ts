import { assets } from '@ats/contract/assets/assets.ts'
import { ownFields } from '@ats/contract/own-fields/own-fields.ts'
import { addressOf } from '@ats/contract/request.ts'
import { expect, test, vi } from 'vitest'

// Loading the screens reads the session.
vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('addEventListener', () => undefined)
const { screenAt } = await import('../screens.ts')
const { assetListFilter } = await import('#features/assets/asset-queries.ts')
const { readFilter } = await import('#kernel/address/url-state.ts')

test.each([
  ['default', {}],
  ['indore', { location: 'indore' }],
])('the list of assets in %s asks early for exactly what it needs first', (city, scope) => {
  const list = screenAt('/dashboard/$location/manage-asset/view-assets')
  const first = addressOf(assets.list, { query: { ...readFilter(assetListFilter, {}), ...scope } })
  expect(list.early?.(city)).toEqual([first, addressOf(ownFields.list, {})])
})

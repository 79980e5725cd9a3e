import type { Page } from '@playwright/test'
import { type Asset, assetRows } from './assets.ts'
import type { Hand } from './people.ts'
import { picture } from './pictures.ts'

const at = (path: string, text: string) => `/dashboard/${path}?search=${encodeURIComponent(text)}`

/** The two screens, filtered by the text. */
export const requestsFor = (text: string) => at('asset-state-change', text)
export const queueFor = (text: string) => at('manage-assets', text)

export const requestRows = (page: Page) => assetRows(page, 'Asset State Change Request')
export const queueRows = (page: Page) => assetRows(page, 'Manage Assets')

const whole = (assets: Asset[]) => ({
  assets: assets.map(({ _id }) => _id).join(','),
  newState: 'Not-Working',
  reason: 'The left armrest is broken',
})

type Made = { results: { _id: string }[] }

/** Requests Not-Working for the assets; returns the ids of the requests. */
export async function askFor(hand: Hand, assets: Asset[]): Promise<string[]> {
  const { results } = (await hand.call('post', '/api/v1/state-changes', whole(assets))) as Made
  return results.map(({ _id }) => _id)
}

export const askWithPhoto = (hand: Hand, assets: Asset[]) =>
  hand.form('/api/v1/state-changes', { ...whole(assets), image: picture })

import { type Asset, assets } from '@ats/contract/assets/assets.ts'
import type { LinkProps } from '@tanstack/react-router'
import { type Finder, type Finding, firstFindings, mostFindings } from '#kernel/address/finder.ts'
import { everywhere } from '#kernel/address/location.ts'
import { call } from '#kernel/http/call.ts'
import { fieldLabels } from '#kernel/words/asset-labels.ts'
import { m } from '#texts'
import { panelLink } from '#ui/dialog/panel-link.tsx'
import { deletedLink } from './find-links.ts'

/**
 * Exact matches of a code come before assets that contain the text. Deleted assets are found by exact code
 * only.
 */
export const assetFinder: Finder = {
  id: 'assets',
  label: m.find_assets,
  permission: 'manage-asset',
  find: async (text, _, signal) => {
    const [exact, holding] = await Promise.all([
      call(assets.find, { query: { code: text } }, { signal }),
      call(assets.list, { query: { search: text, size: mostFindings + 1 } }, { signal }),
    ])
    const known = new Set(exact.assets.map(({ _id }) => _id))
    const others = holding.assets.filter(({ _id }) => !known.has(_id))
    const findings = [
      ...exact.assets.map((asset) => findingOf(asset, text, asset.deleted)),
      ...others.map((asset) => findingOf(asset, text, false)),
    ]
    return firstFindings(findings, listLink(text))
  },
}

const listLink = (search: string): LinkProps => ({
  to: '/dashboard/$location/manage-asset/view-assets',
  params: { location: everywhere },
  search: { search },
})

const plain = (text: string) => text.toLowerCase().replaceAll(':', '')

/** The label and value of the matching code; name and tag ID are shown anyway. */
function matchedCode(asset: Asset, text: string) {
  const matched = (['rfidTag', 'serialNo'] as const).find((field) =>
    plain(asset[field] ?? '').includes(plain(text)),
  )
  return matched && `${fieldLabels[matched]()} ${asset[matched]}`
}

function findingOf(asset: Asset, text: string, deleted: boolean): Finding {
  const place = [asset.city, asset.room ?? asset.aou ?? asset.property ?? asset.mm]
    .filter(Boolean)
    .join(' > ')
  const code = matchedCode(asset, text) ?? asset.rfidTag ?? asset.serialNo
  return {
    id: asset._id,
    text: asset.assetName,
    detail: [asset.assetTagId, code, deleted ? m.find_deleted() : place].filter(Boolean).join(' · '),
    link: deleted ? deletedLink(asset) : panelLink(asset._id),
  }
}

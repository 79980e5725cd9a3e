import { type Asset, assets } from '@ats/contract/assets/assets.ts'
import type { LinkProps } from '@tanstack/react-router'
import { call } from '#kernel/call.ts'
import type { Finder, Finding } from '#kernel/finder.ts'
import { m } from '#texts'
import { panelLink } from '#ui/panel-link.tsx'
import { deletedLink } from './find-links.ts'

const mostFound = 8

/** Assets with exactly this code stand before those that merely hold the text; the bin is found by code alone. */
export const assetFinder: Finder = {
  id: 'assets',
  label: m.find_assets,
  permission: 'manage-asset',
  find: async (text, _, signal) => {
    const [exact, holding] = await Promise.all([
      call(assets.find, { query: { code: text } }, { signal }),
      call(assets.list, { query: { search: text, size: mostFound } }, { signal }),
    ])
    const known = new Set(exact.assets.map(({ _id }) => _id))
    const others = holding.assets.filter(({ _id }) => !known.has(_id))
    return [
      ...exact.assets.map((asset) => findingOf(asset, asset.deleted)),
      ...others.map((asset) => findingOf(asset, false)),
    ].slice(0, mostFound)
  },
}

function findingOf(asset: Asset, deleted: boolean): Finding {
  const code = asset.rfidTag ?? asset.serialNo
  const parts = [asset.assetTagId, code, deleted ? m.find_deleted() : asset.city]
  return {
    id: asset._id,
    text: asset.assetName,
    detail: parts.filter(Boolean).join(' · '),
    link: (deleted ? deletedLink(asset) : panelLink(asset._id)) as LinkProps,
  }
}

import type { AssetToTag } from '@ats/contract/tagging/work.ts'
import { TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import classes from '../counting.module.css'
import { AsOf } from '../inventory-choice.tsx'
import { assetsShown } from './known-assets.ts'
import type { Tagging } from './use-tagging.ts'

const mostShown = 100

const leftTexts: Record<NonNullable<AssetToTag['left']>, () => string> = {
  untagged: m.tagging_left_untagged,
  expected: m.tagging_left_expected,
  failed: m.tagging_left_failed,
}

/** The assets of the room that are still to be tagged; the search finds the others too. */
export function AssetChoice({ tagging, placeId }: { tagging: Tagging; placeId: string }) {
  const [search, setSearch] = useState('')
  const { known, loop, choose } = tagging
  const found = assetsShown(known, placeId, search)
  const rest = found.length - mostShown
  return (
    <section className={classes.content} aria-label={m.tagging_assets()}>
      <AsOf at={tagging.list.data?.at} />
      <TextInput
        size="lg"
        type="search"
        aria-label={m.tagging_find()}
        placeholder={m.tagging_find()}
        leftSection={<IconSearch size={22} aria-hidden="true" />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <ul className={classes.choices}>
        {found.slice(0, mostShown).map((asset) => (
          <li key={asset.assetId}>
            <UnstyledButton
              className={classes.choice ?? ''}
              aria-pressed={loop.asset?.assetId === asset.assetId}
              onClick={() => {
                choose(asset)
                setSearch('')
              }}
            >
              <span className={classes.choiceText}>
                <b>{asset.assetName}</b>
                <small>{[asset.assetTagId, asset.serialNo].filter(Boolean).join(' · ')}</small>
              </span>
              <span className={classes.state}>
                {asset.left === null ? m.tagging_left_none() : leftTexts[asset.left]()}
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p className={classes.quiet}>{search === '' ? m.tagging_room_done() : m.tagging_none_found()}</p>
      )}
      {rest > 0 && <p className={classes.quiet}>{m.tagging_more({ count: formatNumber(rest) })}</p>}
    </section>
  )
}

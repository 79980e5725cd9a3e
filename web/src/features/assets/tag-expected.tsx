import type { Asset } from '@ats/contract/assets/assets.ts'
import { IconTag } from '@tabler/icons-react'
import { m } from '#texts'
import classes from './tag-expected.module.css'

type Props = { asset: Pick<Asset, 'tagExpected'>; isShort?: boolean }

/** Marks an asset whose tag is reserved, but not on it yet. */
export function TagExpected({ asset, isShort = false }: Props) {
  if (!asset.tagExpected) return null
  return (
    <span className={classes.expected} {...(isShort && { title: m.assets_tag_expected() })}>
      <IconTag size={12} aria-hidden="true" />
      {isShort ? m.assets_tag_expected_short() : m.assets_tag_expected()}
    </span>
  )
}

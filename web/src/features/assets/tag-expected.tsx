import type { Asset } from '@ats/contract/assets/assets.ts'
import { IconTag } from '@tabler/icons-react'
import { m } from '#texts'
import classes from './tag-expected.module.css'

/** Marks an asset whose tag is reserved, but not on it yet. */
export function TagExpected({ asset }: { asset: Pick<Asset, 'tagExpected'> }) {
  if (!asset.tagExpected) return null
  return (
    <span className={classes.expected}>
      <IconTag size={12} aria-hidden="true" />
      {m.assets_tag_expected()}
    </span>
  )
}

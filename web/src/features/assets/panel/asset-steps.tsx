import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useSteps } from '#kernel/address/list-steps.ts'
import { isPanelInFront, useLoneKeys } from '#kernel/scanner/lone-keys.ts'
import { m } from '#texts'
import classes from './asset-panel.module.css'

type Props = { id: string; onShow: (id: string) => void }

/** Links to the previous and the next asset of the list next to the panel, or behind it. */
export function AssetSteps({ id, onShow }: Props) {
  const { previous, next } = useSteps(id, onShow)
  useLoneKeys({
    acts: { ...(previous && { k: previous }), ...(next && { j: next }) },
    tapped: 'jk',
    enabled: isPanelInFront,
  })
  // While another page loads, the asset is in no list; the buttons stay mounted and keep the focus.
  const [isListed, setListed] = useState(false)
  if (!isListed && (previous ?? next) !== undefined) setListed(true)
  if (!isListed) return null
  return (
    <div className={classes.steps} data-steps>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={m.assets_panel_previous()}
        aria-keyshortcuts="k"
        title={m.assets_panel_previous()}
        aria-disabled={previous === undefined}
        data-disabled={previous === undefined}
        onClick={previous}
      >
        <IconChevronUp size={18} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={m.assets_panel_next()}
        aria-keyshortcuts="j"
        title={m.assets_panel_next()}
        aria-disabled={next === undefined}
        data-disabled={next === undefined}
        onClick={next}
      >
        <IconChevronDown size={18} aria-hidden="true" />
      </ActionIcon>
    </div>
  )
}

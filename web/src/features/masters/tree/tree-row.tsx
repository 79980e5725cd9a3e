import type { PlaceNode } from '@ats/contract/place-tree.ts'
import { ActionIcon } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { placeKindNames } from '#features/places/places.ts'
import { WorkBadge } from '../work-badge.tsx'
import classes from './tree.module.css'
import { RenameInput } from './tree-input.tsx'
import type { Spot } from './tree-queries.ts'
import { rowId, useTree } from './tree-state.tsx'
import { assetsText } from './tree-texts.ts'

type Props = { spot: Spot; isOpen: boolean; position: number; of: number }

export function TreeRow({ spot, isOpen, position, of }: Props) {
  const { node, above } = spot
  const tree = useTree()
  const row = useRef<HTMLDivElement>(null)
  const isSelected = tree.selected?.node._id === node._id
  const isFirst = tree.selected === undefined && above.length === 0 && position === 1
  const select = () => {
    tree.takeFocus(node._id)
    tree.select(spot)
  }
  const isWished = useEffectEvent(() => tree.takeFocus(node._id))
  // Keeps the data of the selected place up to date with changes of others.
  const follow = useEffectEvent(() => {
    if (isSelected) tree.select(spot)
  })
  useEffect(() => {
    if (isWished()) row.current?.focus()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the reply has changed
  useEffect(() => follow(), [node])
  return (
    <div
      ref={row}
      id={rowId(node._id)}
      role="treeitem"
      aria-level={above.length + 1}
      aria-setsize={of}
      aria-posinset={position}
      aria-selected={isSelected}
      {...(node.children > 0 || isOpen ? { 'aria-expanded': isOpen } : {})}
      tabIndex={isSelected || isFirst ? 0 : -1}
      className={classes.row}
      data-id={node._id}
      data-level={above.length + 1}
      data-marked={tree.marked === node._id || undefined}
      onFocus={(event) => event.target === event.currentTarget && select()}
      onDoubleClick={() => node.children > 0 && tree.setOpened(node._id, !isOpen)}
    >
      {node.children > 0 || isOpen ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          tabIndex={-1}
          aria-hidden="true"
          className={classes.toggle ?? ''}
          data-open={isOpen || undefined}
          onClick={() => tree.setOpened(node._id, !isOpen)}
        >
          <IconChevronRight size={16} />
        </ActionIcon>
      ) : (
        <span className={classes.toggle} />
      )}
      <Content node={node} />
    </div>
  )
}

function Content({ node }: { node: PlaceNode }) {
  const { editing } = useTree()
  if (editing !== undefined && 'rename' in editing && editing.rename === node._id)
    return <RenameInput node={node} />
  return (
    <>
      <span className={classes.name}>
        {node.name}
        <span className={classes.kind}> {placeKindNames[node.kind]()}</span>
        {node.work !== null && <WorkBadge work={node.work} />}
      </span>
      <span className={classes.count}>{assetsText(node.assets)}</span>
    </>
  )
}

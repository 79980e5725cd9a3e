import type { InventoryItem } from '@ats/contract/inventories/review.ts'
import { resolutionsOf } from '@ats/contract/inventories/review.ts'
import { Badge, Button, Text } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import { PictureButton, TagEnd } from '#features/assets/assets.ts'
import { FindAssetLink } from '#features/inventories/count/count-link.tsx'
import { itemsOf } from '#features/inventories/count/inventory-progress.tsx'
import classes from '#features/inventories/inventories.module.css'
import { ClassBadge, resolutionText } from '#features/inventories/inventory-texts.tsx'
import { counted } from '#kernel/words/format.ts'
import { m } from '#texts'
import { PanelLink } from '#ui/dialog/panel-link.tsx'
import type { Column } from '#ui/table/column.ts'
import { RowActions } from '#ui/table/row-actions.tsx'
import { PlacePath, WithDetail } from '#ui/text/cell.tsx'
import { AnchorLink } from '#ui/text/link.tsx'
import { Matched } from '#ui/text/matched.tsx'
import { Moment } from '#ui/text/moment.tsx'

type ItemActions = {
  moveHere: (item: InventoryItem) => void
  propose: (item: InventoryItem) => void
  takeBack: (item: InventoryItem) => void
}

export const itemTitle = ({ assetName, assetTagId, tag, note }: InventoryItem) =>
  [assetName ?? note ?? m.inventory_class_unknown(), assetTagId ?? tag].filter(Boolean).join(' ')

type Setup = {
  inventoryId: string
  /** Whether the person may open an asset's panel. */
  opens: boolean
  /** Null: there is nothing to decide, or this person may not decide. */
  actions: ItemActions | null
  zoom: (item: InventoryItem) => void
}

export const photoOf = (inventoryId: string, item: InventoryItem, size: 'thumbnail' | 'full') =>
  item.sightingId === null
    ? null
    : `/api/v1/inventories/${inventoryId}/sightings/${item.sightingId}/image?size=${size}`

export const itemColumns = ({ inventoryId, opens, actions, zoom }: Setup): Column<InventoryItem>[] => [
  {
    id: 'item',
    header: m.inventory_item,
    cell: (item) => <Name item={item} opens={opens} />,
    exports: ['assetTagId', 'assetName', 'tag'],
    hidden: 'never',
    card: 'title',
  },
  {
    id: 'class',
    header: m.inventory_class,
    cell: (item) => <Class item={item} />,
  },
  {
    id: 'expectedPlace',
    header: m.inventory_expected_in,
    cell: (item) => (
      <PlaceLink
        names={item.expectedPlace}
        id={isExpected(item) ? item.expectedPlaceId : null}
        none={m.common_not_given()}
      />
    ),
  },
  {
    id: 'seenPlace',
    header: m.inventory_seen_in,
    cell: ({ seenPlace, seenPlaceId }) => (
      <PlaceLink names={seenPlace} id={seenPlaceId} none={m.inventory_nowhere()} />
    ),
  },
  {
    id: 'seen',
    header: m.inventory_seen,
    cell: (item) => (
      <span className={classes.buttons}>
        {item.sightingId !== null && (
          <PictureButton
            address={photoOf(inventoryId, item, 'thumbnail')}
            name={itemTitle(item)}
            onClick={() => zoom(item)}
          />
        )}
        <Seen item={item} />
        {opens && <FindMissing item={item} />}
      </span>
    ),
    exports: ['seenAt', 'seenBy', 'reads', 'rssi', 'note'],
  },
  {
    id: 'resolution',
    header: m.inventory_proposed,
    cell: (item) => <Proposal item={item} actions={actions} />,
    exports: ['resolution', 'resolvedBy', 'outcome'],
    card: 'actions',
  },
]

/** Without a name it is an unknown tag, or an item that was seen by hand. */
function Name({ item, opens }: { item: InventoryItem; opens: boolean }) {
  const { assetId, assetName, assetTagId, tag, note } = item
  const name = assetName ?? note ?? m.inventory_class_unknown()
  return (
    <WithDetail detail={assetTagId ?? (tag !== null && <TagEnd tag={tag} />)}>
      {assetId !== null && opens ? (
        <PanelLink id={assetId} inherit>
          <Matched text={name} />
        </PanelLink>
      ) : (
        <span>
          <Matched text={name} />
        </span>
      )}
    </WithDetail>
  )
}

function Class({ item }: { item: InventoryItem }) {
  return (
    <span className={classes.badges}>
      <ClassBadge of={item.class} />
      {item.weak && <Flag text={m.inventory_flag_weak()} title={m.inventory_flag_weak_hint()} />}
      {item.severalRooms && (
        <Flag text={m.inventory_flag_several()} title={m.inventory_flag_several_hint()} />
      )}
      {item.sightingId !== null && (
        <Flag text={m.inventory_flag_hand()} title={m.inventory_flag_hand_hint()} />
      )}
    </span>
  )
}

const Flag = ({ text, title }: { text: string; title: string }) => (
  <Badge variant="outline" color="gray" tt="none" title={title} className={classes.badge ?? ''}>
    {text}
  </Badge>
)

/** Only for these classes is the room part of the inventory. */
const isExpected = ({ class: one }: InventoryItem) =>
  one === 'found' || one === 'misplaced' || one === 'not-found'

type PlaceProps = { names: string[] | null; id: string | null; none: string }

/** Links to all items of that room. */
function PlaceLink({ names, id, none }: PlaceProps) {
  if (names === null)
    return (
      <Text span inherit c="dimmed">
        {none}
      </Text>
    )
  if (id === null) return <PlacePath names={names} />
  return (
    <AnchorLink to="." search={itemsOf(id)} inherit>
      <PlacePath names={names} />
    </AnchorLink>
  )
}

function Seen({ item: { seenAt, seenBy, reads } }: { item: InventoryItem }) {
  if (seenAt === null) return m.common_not_given()
  return (
    <WithDetail
      detail={[seenBy.join(', '), reads > 0 && counted(reads, m.inventory_reads_one, m.inventory_reads)]
        .filter(Boolean)
        .join(' · ')}
    >
      <Moment at={seenAt} />
    </WithDetail>
  )
}

function Proposal({ item, actions }: { item: InventoryItem; actions: ItemActions | null }) {
  const { resolution, resolutionName, resolvedBy, outcome } = item
  const name = itemTitle(item)
  if (resolution === null) return actions && <ProposeButtons item={item} name={name} actions={actions} />
  return (
    <RowActions name={name}>
      <WithDetail detail={[resolvedBy, outcome].filter(Boolean).join(' · ')}>
        {resolutionText(resolution, resolutionName)}
      </WithDetail>
      {actions && (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={m.inventory_take_back_named({ name })}
          onClick={() => actions.takeBack(item)}
        >
          {m.inventory_take_back()}
        </Button>
      )}
    </RowActions>
  )
}

function FindMissing({ item: { class: is, tag, assetId, assetName } }: { item: InventoryItem }) {
  if (is !== 'not-found' || tag === null || assetId === null) return null
  return <FindAssetLink id={assetId} name={assetName ?? tag} />
}

type ButtonsProps = { item: InventoryItem; name: string; actions: ItemActions }

/** Actions that need no details take one click. */
function ProposeButtons({ item, name, actions }: ButtonsProps) {
  const possible = resolutionsOf[item.class]
  if (possible.length === 0) return null
  const propose = {
    ...{ text: m.inventory_propose(), named: m.inventory_propose_named({ name }), icon: IconMessage },
    run: () => actions.propose(item),
  }
  return possible.includes('move-here') && item.seenPlaceId !== null ? (
    <RowActions name={name} more={[propose]}>
      <Button
        size="compact-sm"
        variant="light"
        aria-label={m.inventory_move_named({ name })}
        onClick={() => actions.moveHere(item)}
      >
        {m.inventory_action_move()}
      </Button>
    </RowActions>
  ) : (
    <RowActions name={name}>
      <Button size="compact-sm" variant="default" aria-label={propose.named} onClick={propose.run}>
        {propose.text}
      </Button>
    </RowActions>
  )
}

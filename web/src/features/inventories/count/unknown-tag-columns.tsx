import type { UnknownTag } from '@ats/contract/inventories/review.ts'
import { Button } from '@mantine/core'
import { IconEyeOff, IconLink } from '@tabler/icons-react'
import { registerLink } from '#features/assets/assets.ts'
import { keepCity } from '#features/inventories/plan/keep-city.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import type { Column } from '#ui/table/column.ts'
import { RowActions } from '#ui/table/row-actions.tsx'
import { Cut, PlacePath } from '#ui/text/cell.tsx'
import { CopyId } from '#ui/text/copy-id.tsx'
import { AnchorLink, ButtonLink } from '#ui/text/link.tsx'
import { Moment } from '#ui/text/moment.tsx'

type TagActions = {
  attach: (tag: UnknownTag) => void
  ignore: (tag: UnknownTag) => void
  takeUp: (tag: UnknownTag) => void
}

/** `actions` is undefined for people who may only read. */
type Setup = { city: string; opensInventories: boolean; actions: TagActions | undefined }

const wholeTag = 24

export const unknownTagColumns = ({ city, opensInventories, actions }: Setup): Column<UnknownTag>[] => [
  {
    id: 'tag',
    header: m.unknown_tags_tag,
    cell: ({ tag }) => <CopyId id={tag} show={wholeTag} />,
    hidden: 'never',
    card: 'title',
  },
  {
    id: 'place',
    header: m.unknown_tags_place,
    cell: ({ placeNames }) => <PlacePath names={placeNames} />,
  },
  {
    id: 'lastSeenAt',
    header: m.unknown_tags_last,
    cell: ({ lastSeenAt }) => <Moment at={lastSeenAt} />,
  },
  {
    id: 'firstSeenAt',
    header: m.unknown_tags_first,
    cell: ({ firstSeenAt }) => <Moment at={firstSeenAt} />,
    hidden: 'at-first',
  },
  {
    id: 'inventory',
    header: m.unknown_tags_inventory,
    cell: ({ inventory }) => <ReadBy inventory={inventory} opens={opensInventories} />,
  },
  {
    id: 'reads',
    header: m.unknown_tags_reads,
    cell: ({ reads }) => formatNumber(reads),
    align: 'end',
  },
  {
    id: 'options',
    header: m.table_options,
    cell: (tag) =>
      actions === undefined ? tag.ignored : <Options tag={tag} city={city} actions={actions} />,
    exports: ['ignored'],
    card: 'actions',
  },
]

type ReadByProps = { inventory: UnknownTag['inventory']; opens: boolean }

function ReadBy({ inventory, opens }: ReadByProps) {
  if (inventory === null) return m.common_not_given()
  if (!opens) return inventory.inventoryId
  return (
    <AnchorLink
      to="/dashboard/physical-inventory/$id"
      params={{ id: inventory._id }}
      search={keepCity}
      inherit
    >
      {inventory.inventoryId}
    </AnchorLink>
  )
}

function Options({ tag, city, actions }: { tag: UnknownTag; city: string; actions: TagActions }) {
  const named = { tag: tag.tag }
  if (tag.ignored !== null)
    return (
      <RowActions name={tag.tag}>
        <Cut text={tag.ignored} />
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={m.unknown_tags_take_up_named(named)}
          onClick={() => actions.takeUp(tag)}
        >
          {m.unknown_tags_take_up()}
        </Button>
      </RowActions>
    )
  const more = [
    {
      ...{ text: m.unknown_tags_attach(), named: m.unknown_tags_attach_named(named), icon: IconLink },
      run: () => actions.attach(tag),
    },
    {
      ...{ text: m.unknown_tags_ignore(), named: m.unknown_tags_ignore_named(named), icon: IconEyeOff },
      run: () => actions.ignore(tag),
    },
  ]
  return (
    <RowActions name={tag.tag} more={more}>
      <ButtonLink
        {...registerLink(tag.tag, city)}
        size="compact-sm"
        variant="light"
        aria-label={m.unknown_tags_register_named(named)}
      >
        {m.unknown_tags_register()}
      </ButtonLink>
    </RowActions>
  )
}

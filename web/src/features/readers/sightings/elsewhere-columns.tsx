import type { SeenElsewhere } from '@ats/contract/sightings.ts'
import { Badge, Button } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { SeenPlanLink } from '#features/floors/floors.ts'
import classes from '#features/readers/readers.module.css'
import { m } from '#texts'
import { PanelLink } from '#ui/dialog/panel-link.tsx'
import type { Column } from '#ui/table/column.ts'
import { RowActions } from '#ui/table/row-actions.tsx'
import { Cut, PlacePath } from '#ui/text/cell.tsx'
import { CopyId } from '#ui/text/copy-id.tsx'
import { Moment } from '#ui/text/moment.tsx'

type Actions = Record<'move' | 'leave' | 'takeUp', (seen: SeenElsewhere) => void>

export const elsewhereColumns = (actions: Actions): Column<SeenElsewhere>[] => [
  {
    id: 'asset',
    header: m.elsewhere_asset,
    cell: ({ _id, assetName }) => (
      <PanelLink id={_id} fw={600} inherit>
        {assetName}
      </PanelLink>
    ),
    hidden: 'never',
    card: 'title',
  },
  {
    id: 'assetTagId',
    header: m.elsewhere_asset_tag_id,
    cell: ({ assetTagId }) => <CopyId id={assetTagId} show={assetTagId.length} />,
  },
  {
    id: 'registered',
    header: m.elsewhere_registered,
    cell: ({ registeredPlaceNames }) => <PlacePath names={registeredPlaceNames} />,
  },
  { id: 'seen', header: m.elsewhere_seen, cell: (seen) => <SeenIn seen={seen} /> },
  { id: 'since', header: m.elsewhere_since, cell: ({ since }) => <Moment at={since} as="ago" /> },
  {
    id: 'seenAt',
    header: m.elsewhere_last,
    cell: ({ seenAt }) => (seenAt === null ? m.common_not_given() : <Moment at={seenAt} as="ago" />),
  },
  {
    id: 'tag',
    header: m.unknown_tags_tag,
    cell: ({ tag }) => <CopyId id={tag} show={24} />,
    hidden: 'at-first',
  },
  {
    id: 'options',
    header: m.table_options,
    cell: (seen) => <Options seen={seen} actions={actions} />,
    card: 'actions',
  },
]

function SeenIn({ seen }: { seen: SeenElsewhere }) {
  const { seenPlaceId, seenPlaceNames, leftProperty } = seen
  return (
    <span className={classes.buttons}>
      {seenPlaceNames === null ? m.elsewhere_out_of_scope() : <PlacePath names={seenPlaceNames} />}
      {seenPlaceId !== null && seenPlaceNames !== null && (
        <SeenPlanLink
          placeId={seenPlaceId}
          placeNames={seenPlaceNames}
          name={`${seen.assetName} ${seen.assetTagId}`}
        />
      )}
      {leftProperty && (
        <Badge variant="light" tt="none" color="grape" flex="none">
          {m.elsewhere_left_property()}
        </Badge>
      )}
    </span>
  )
}

function Options({ seen, actions }: { seen: SeenElsewhere; actions: Actions }) {
  const name = `${seen.assetName} ${seen.assetTagId}`
  if (seen.ignored !== null)
    return (
      <RowActions name={name}>
        <Cut text={seen.ignored} />
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={m.elsewhere_take_up_named({ name })}
          onClick={() => actions.takeUp(seen)}
        >
          {m.unknown_tags_take_up()}
        </Button>
      </RowActions>
    )
  const ignore = {
    ...{ text: m.elsewhere_ignore(), named: m.elsewhere_ignore_named({ name }), icon: IconEyeOff },
    run: () => actions.leave(seen),
  }
  return seen.seenPlaceId === null ? (
    <RowActions name={name}>
      <Button size="compact-sm" variant="default" aria-label={ignore.named} onClick={ignore.run}>
        {ignore.text}
      </Button>
    </RowActions>
  ) : (
    <RowActions name={name} more={[ignore]}>
      <Button
        size="compact-sm"
        variant="light"
        aria-label={m.elsewhere_move_named({ name })}
        onClick={() => actions.move(seen)}
      >
        {m.elsewhere_move()}
      </Button>
    </RowActions>
  )
}

import type { SeenElsewhere } from '@ats/contract/sightings.ts'
import { Badge, Button, Text } from '@mantine/core'
import { pathText } from '#features/readers/reader-texts.tsx'
import classes from '#features/readers/readers.module.css'
import { m } from '#texts'
import { PanelLink } from '#ui/dialog/panel-link.tsx'
import type { Column } from '#ui/table/column.ts'
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
    cell: ({ registeredPlaceNames }) => (
      <span className={classes.wraps}>{pathText(registeredPlaceNames)}</span>
    ),
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

function SeenIn({ seen: { seenPlaceNames, leftProperty } }: { seen: SeenElsewhere }) {
  return (
    <span className={classes.wraps}>
      {seenPlaceNames === null ? m.elsewhere_out_of_scope() : pathText(seenPlaceNames)}
      {leftProperty && (
        <>
          {' '}
          <Badge variant="light" tt="none" color="grape">
            {m.elsewhere_left_property()}
          </Badge>
        </>
      )}
    </span>
  )
}

function Options({ seen, actions }: { seen: SeenElsewhere; actions: Actions }) {
  const name = `${seen.assetName} ${seen.assetTagId}`
  if (seen.ignored !== null)
    return (
      <div>
        <Text size="sm">{seen.ignored}</Text>
        <Button
          size="compact-sm"
          variant="subtle"
          ml={-8}
          aria-label={m.elsewhere_take_up_named({ name })}
          onClick={() => actions.takeUp(seen)}
        >
          {m.unknown_tags_take_up()}
        </Button>
      </div>
    )
  return (
    <span className={classes.buttons}>
      {seen.seenPlaceId !== null && (
        <Button
          size="compact-sm"
          variant="light"
          aria-label={m.elsewhere_move_named({ name })}
          onClick={() => actions.move(seen)}
        >
          {m.elsewhere_move()}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        aria-label={m.elsewhere_ignore_named({ name })}
        onClick={() => actions.leave(seen)}
      >
        {m.elsewhere_ignore()}
      </Button>
    </span>
  )
}

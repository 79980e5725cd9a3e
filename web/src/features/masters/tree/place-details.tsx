import type { PlaceNode } from '@ats/contract/place-tree.ts'
import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { PapersSection } from '#features/papers/papers.ts'
import { placeKindNames } from '#features/places/places.ts'
import { everywhere } from '#kernel/address/location.ts'
import { useMayOpen } from '#kernel/address/screen.ts'
import { m } from '#texts'
import { CopyId } from '#ui/text/copy-id.tsx'
import { ButtonLink } from '#ui/text/link.tsx'
import classes from './tree.module.css'
import type { TreeActions } from './tree-actions.tsx'
import type { Spot } from './tree-queries.ts'
import { useTree } from './tree-state.tsx'
import { addTexts, assetsText, childrenText, kindBelow } from './tree-texts.ts'

/** The selected place and its actions: next to the tree, or at the bottom of a narrow screen. */
export function PlaceDetails({ actions }: { actions: TreeActions }) {
  const { selected } = useTree()
  return (
    <Paper
      withBorder
      p="md"
      component="section"
      className={classes.details ?? ''}
      aria-label={m.places_selected()}
    >
      {selected === undefined ? (
        <Text c="dimmed">{m.places_select()}</Text>
      ) : (
        <Details spot={selected} actions={actions} />
      )}
    </Paper>
  )
}

function Details({ spot: { node, above }, actions }: { spot: Spot; actions: TreeActions }) {
  const below = kindBelow[node.kind]
  return (
    <>
      <Title order={2} size="h4" className={classes.wraps ?? ''}>
        {node.name}
      </Title>
      <Text size="sm" c="dimmed" className={classes.wraps ?? ''}>
        {[placeKindNames[node.kind](), above.map(({ name }) => name).join(' > ')].filter(Boolean).join(' · ')}
      </Text>
      <Group gap="md" mt="xs" className={classes.facts ?? ''}>
        <CopyId id={node._id} text={m.places_number({ number: String(node.number) })} />
        <Text size="sm">{assetsText(node.assets)}</Text>
        {below !== null && <Text size="sm">{childrenText(node.children)}</Text>}
      </Group>
      {!node.isOwn && (
        <Text size="sm" mt="xs">
          {m.places_on_the_way()}
        </Text>
      )}
      <Group gap="xs" mt="md">
        {actions.add && below !== null && (
          <Button size="sm" onClick={actions.add}>
            {addTexts[below]()}
          </Button>
        )}
        {actions.rename && (
          <Button size="sm" variant="default" onClick={actions.rename}>
            {m.places_rename()}
          </Button>
        )}
        {actions.move && (
          <Button size="sm" variant="default" onClick={actions.move}>
            {m.places_move()}
          </Button>
        )}
        {actions.remove && (
          <Button size="sm" variant="default" onClick={actions.remove}>
            {m.common_delete()}
          </Button>
        )}
        {node.isOwn && <PlaceLinks node={node} />}
      </Group>
      {node.isOwn && <PapersSection key={node._id} kind="place" recordId={node._id} />}
    </>
  )
}

const assetList = '/dashboard/$location/manage-asset/view-assets'
const registration = '/dashboard/$location/manage-asset/asset-registration'
const everyCity = { location: everywhere }
const look = { size: 'sm', variant: 'subtle', px: 'xs' } as const

function PlaceLinks({ node: { _id, kind } }: { node: PlaceNode }) {
  const mayOpen = useMayOpen()
  const labels = { within: _id, ...(kind === 'room' ? {} : { kind: 'all' }) }
  return (
    <>
      {mayOpen(assetList) && (
        <ButtonLink to={assetList} params={everyCity} search={{ placeId: _id }} {...look}>
          {m.places_view_assets()}
        </ButtonLink>
      )}
      {mayOpen(registration) && (
        <ButtonLink to={registration} params={everyCity} search={{ place: _id }} {...look}>
          {m.places_register_here()}
        </ButtonLink>
      )}
      <ButtonLink to="/dashboard/$location/places/labels" params={everyCity} search={labels} {...look}>
        {m.labels_print()}
      </ButtonLink>
    </>
  )
}

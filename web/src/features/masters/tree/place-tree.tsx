import { id } from '@ats/contract/id.ts'
import { Alert, Button, Paper, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { z } from 'zod'
import { BulkJobsButton } from '#features/bulk-jobs/bulk-jobs.ts'
import { PlaceSelect } from '#features/places/places.ts'
import { useCity, useScope } from '#kernel/address/location.ts'
import { useUrlState } from '#kernel/address/url-state.ts'
import { m } from '#texts'
import { listOverPage } from '#ui/form/records.tsx'
import { Page } from '#ui/page/page.tsx'
import { useWhyNotAdded } from '../rules.ts'
import { PlaceDetails } from './place-details.tsx'
import classes from './tree.module.css'
import { useTreeActions } from './tree-actions.tsx'
import { Branch } from './tree-branch.tsx'
import { onTreeKey } from './tree-keys.ts'
import { branchOf } from './tree-queries.ts'
import { TreeState, useTree } from './tree-state.tsx'

const onePlace = z.object({ place: id.optional() })

/** All places as one tree, to add, rename, move and delete them. */
export function Places() {
  return (
    <Page crumbs={[m.crumb_masters(), m.places_title()]} actions={<BulkJobsButton />}>
      <Text c="dimmed" mt={-12}>
        {m.places_lead()}
      </Text>
      <ReadOnly />
      <TreeState key={useCity()}>
        <Tree />
      </TreeState>
    </Page>
  )
}

function ReadOnly() {
  const reason = useWhyNotAdded('room')
  return reason && <Alert icon={<IconInfoCircle aria-hidden="true" />}>{reason}</Alert>
}

function Tree() {
  const { reveal, setOpened } = useTree()
  const scope = useScope()
  const actions = useTreeActions()
  const mayAddCity = useWhyNotAdded('city') === undefined && scope.location === undefined
  const { data } = useInfiniteQuery(branchOf(null, scope))
  const cities = data?.pages[0]
  usePlaceOfAddress(reveal)
  // If there is only one city, it is expanded.
  const only = cities?.total === 1 ? cities.places[0]?._id : undefined
  const openOnly = useEffectEvent((city: string) => setOpened(city, true))
  useEffect(() => {
    if (only !== undefined) openOnly(only)
  }, [only])
  if (cities?.total === 0 && !mayAddCity) return <Text>{m.places_none()}</Text>
  const ignore = () => undefined
  return (
    <div className={classes.screen}>
      <div className={classes.main}>
        <Bar mayAddCity={mayAddCity} />
        <Paper withBorder>
          <div
            role="tree"
            aria-label={m.places_tree()}
            className={classes.tree}
            onKeyDown={(event) =>
              onTreeKey(event, {
                open: setOpened,
                add: actions.add ?? ignore,
                rename: actions.rename ?? ignore,
                move: actions.move ?? ignore,
                remove: actions.remove ?? ignore,
              })
            }
          >
            <Branch above={none} />
          </div>
        </Paper>
        <Text size="xs" c="dimmed" className={classes.keys ?? ''}>
          {m.places_keys()}
        </Text>
      </div>
      <PlaceDetails actions={actions} />
      {actions.dialogs}
    </div>
  )
}

/** Searches for a place, and adds a city: the only kind without a parent to add it from. */
function Bar({ mayAddCity }: { mayAddCity: boolean }) {
  const { edit, reveal } = useTree()
  // A new key resets the search box once the result is shown in the tree.
  const [times, setTimes] = useState(0)
  const show = (found: string) => {
    if (found === '') return
    setTimes(times + 1)
    void reveal(found)
  }
  return (
    <div className={classes.bar}>
      <PlaceSelect
        key={times}
        className={classes.search ?? ''}
        aria-label={m.places_search()}
        placeholder={m.places_search()}
        comboboxProps={listOverPage}
        value=""
        onChange={show}
        scope={useScope()}
      />
      {mayAddCity && (
        <Button variant="default" onClick={() => edit({ add: null, kind: 'city' })}>
          {m.places_add_city()}
        </Button>
      )}
    </div>
  )
}

const none: never[] = []

/** A link points to a place by its id in the address. */
function usePlaceOfAddress(reveal: (id: string) => Promise<void>) {
  const [{ place }] = useUrlState(onePlace)
  const show = useEffectEvent((wanted: string) => void reveal(wanted))
  useEffect(() => {
    if (place !== undefined) show(place)
  }, [place])
}

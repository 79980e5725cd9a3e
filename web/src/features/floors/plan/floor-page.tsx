import type { Floor } from '@ats/contract/floors.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { planOf } from '#features/floors/floor-queries.ts'
import { screenLink, useCity } from '#kernel/address/location.ts'
import { useHolds } from '#kernel/address/screen.ts'
import { useUrlState } from '#kernel/address/url-state.ts'
import { isUnknown, messageOf } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { lazyPart } from '#ui/lazy/part.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { NotFound } from '#ui/page/not-found.tsx'
import { Page } from '#ui/page/page.tsx'
import { PlanScreen } from './plan-screen.tsx'
import { planState } from './plan-state.ts'

const PlanEditor = lazyPart(async () => (await import('#features/floors/edit/plan-editor.tsx')).PlanEditor, {
  waiting: () => <Loading />,
})

/** A floor: its plan with what is in the rooms, or its editor. */
export function FloorPage() {
  const { id = '' } = useParams({ strict: false })
  const { data: plan, error, refetch } = useQuery(planOf(id))
  const [state, setState] = useUrlState(planState)
  const mayEdit = useHolds('master')
  const crumbs = useFloorCrumbs()
  if (isUnknown(error)) return <NotFound />
  if (plan === undefined)
    return (
      <Page title={m.floors_one_title()} crumbs={crumbs()}>
        {error === null ? (
          <Loading />
        ) : (
          <LoadFailed
            text={m.floors_one_failed()}
            detail={messageOf(error, '') || undefined}
            onRetry={() => void refetch()}
          />
        )}
      </Page>
    )
  return state.edit === 'true' && mayEdit ? (
    <PlanEditor
      key={id}
      plan={plan}
      crumbs={crumbs(plan.floor)}
      onClose={() => setState({ edit: undefined })}
    />
  ) : (
    <PlanScreen key={id} plan={plan} crumbs={crumbs(plan.floor)} state={state} setState={setState} />
  )
}

function useFloorCrumbs() {
  const list = screenLink('/dashboard/$location/floors', useCity())
  return (floor?: Floor) => [
    m.crumb_manage_asset(),
    { text: m.floors_title(), link: list },
    ...(floor === undefined ? [] : [...floor.placeNames.slice(-1), floor.name]),
  ]
}

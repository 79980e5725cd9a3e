import { id } from '@ats/contract/id.ts'
import { type FlatKind, isPlace, type MasterKind } from '@ats/contract/masters.ts'
import { z } from 'zod'
import { BulkJobsButton } from '#features/bulk-jobs/bulk-jobs.ts'
import { screenLink, useCity } from '#kernel/address/location.ts'
import { useUrlState } from '#kernel/address/url-state.ts'
import { m } from '#texts'
import { Page } from '#ui/page/page.tsx'
import { ButtonLink } from '#ui/text/link.tsx'
import { MasterBoard } from './master-board.tsx'
import { RoomsOfAou } from './rooms.tsx'

type Props = { kind: MasterKind; title: string }

function MasterPage({ kind, title }: Props) {
  return (
    <Page title={title} crumbs={[m.crumb_masters(), title]} actions={<Actions kind={kind} />}>
      <MasterBoard kind={kind} label={title} />
    </Page>
  )
}

/** For places, includes a link to the tree of all places. */
function Actions({ kind }: { kind: MasterKind }) {
  const link = screenLink('/dashboard/$location/places', useCity())
  return (
    <>
      <BulkJobsButton />
      {isPlace(kind) && (
        <ButtonLink {...(link as { to: '/' })} variant="default">
          {m.places_as_tree()}
        </ButtonLink>
      )}
    </>
  )
}

export const CityMaster = () => <MasterPage kind="city" title={m.nav_city_master()} />
export const MmMaster = () => <MasterPage kind="mm" title={m.nav_mm_master()} />
export const PropertyMaster = () => <MasterPage kind="property" title={m.nav_property_master()} />

const flatTitles: Record<FlatKind, () => string> = {
  'asset-name': m.nav_asset_name_master,
  'asset-state': m.nav_asset_state_master,
  vendor: m.nav_vendor_master,
  brand: m.nav_brand_master,
}

/** The screen of a master that is not a place. */
export const flatMasterPage = (kind: FlatKind) => () => <MasterPage kind={kind} title={flatTitles[kind]()} />

const oneAou = z.object({ aou: id.optional() })

/** The rooms of an AoU have the same address plus the AoU's id. */
export function AouMaster() {
  const [{ aou }] = useUrlState(oneAou)
  return aou === undefined ? (
    <MasterPage kind="aou" title={m.nav_aou_master()} />
  ) : (
    <RoomsOfAou key={aou} id={aou} />
  )
}

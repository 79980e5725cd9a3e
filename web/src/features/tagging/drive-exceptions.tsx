import type { TaggingDrive } from '@ats/contract/tagging/tagging.ts'
import { useQuery } from '@tanstack/react-query'
import { exceptionTexts } from '#features/counting/counting.ts'
import { m } from '#texts'
import { PanelLink } from '#ui/dialog/panel-link.tsx'
import { Moment } from '#ui/text/moment.tsx'
import { Figures, Loaded } from './figures.tsx'
import { driveExceptions } from './tagging-queries.ts'
import { pathText } from './tagging-texts.ts'

/** What could not be tagged yet, and why. */
export function DriveExceptions({ drive }: { drive: TaggingDrive }) {
  return (
    <Loaded query={useQuery(driveExceptions(drive._id))}>
      {({ exceptions }) => (
        <Figures
          label={m.tagging_excepted()}
          headers={[
            m.tagging_asset(),
            m.tagging_room(),
            m.tagging_reason(),
            m.tagging_person(),
            m.tagging_when(),
          ]}
          rows={exceptions.map(({ assetId, assetTagId, assetName, placeNames, reason, note, by, at }) => ({
            key: assetId,
            cells: [
              <PanelLink key="asset" id={assetId} inherit>
                {assetName} {assetTagId}
              </PanelLink>,
              pathText(placeNames),
              [exceptionTexts[reason](), note].filter(Boolean).join(': '),
              by,
              <Moment key="at" at={at} />,
            ],
          }))}
          none={m.tagging_exceptions_none()}
        />
      )}
    </Loaded>
  )
}

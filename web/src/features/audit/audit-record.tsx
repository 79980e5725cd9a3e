import type { AuditEvent } from '@ats/contract/audit.ts'
import { assetReaders } from '@ats/contract/permissions.ts'
import { kindNamed } from '@ats/contract/record-kinds.ts'
import { everywhere, type ScreenTo } from '#kernel/address/location.ts'
import { useHolds, useMayOpen } from '#kernel/address/screen.ts'
import { PanelLink } from '#ui/dialog/panel-link.tsx'
import { AnchorLink } from '#ui/text/link.tsx'
import { type Named, recordText } from './audit-record-text.ts'

type Line = Named & Pick<AuditEvent, 'recordId' | 'action'>

/** The screen that shows the record to this person; undefined if there is none. */
function useScreenOf({ recordKind, action }: Line) {
  const mayOpen = useMayOpen()
  const readsAssets = useHolds(assetReaders)
  const screen = kindNamed(recordKind)?.screen ?? null
  // The panel of an asset opens over any screen, even for people who cannot open the list of assets.
  const opens = screen?.search === 'asset' ? readsAssets : screen !== null && mayOpen(screen.path as ScreenTo)
  if (screen === null || !opens) return undefined
  return action.endsWith('.deleted') && !screen.showsDeleted ? undefined : screen
}

/** The kind and name of the record; a link if the person can open it. */
export function RecordName({ line }: { line: Line }) {
  const { recordId } = line
  const screen = useScreenOf(line)
  const text = recordText(line)
  if (screen === undefined) return text
  if (screen.search !== undefined)
    return (
      <PanelLink id={recordId} panel={screen.search} inherit>
        {text}
      </PanelLink>
    )
  const link = { to: screen.path, params: { location: everywhere, id: recordId } }
  return (
    <AnchorLink {...(link as unknown as { to: '/' })} inherit>
      {text}
    </AnchorLink>
  )
}

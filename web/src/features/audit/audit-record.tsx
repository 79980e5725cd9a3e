import type { AuditEvent } from '@ats/contract/audit.ts'
import { assetReaders } from '@ats/contract/permissions.ts'
import { kindNamed } from '@ats/contract/record-kinds.ts'
import { everywhere, type ScreenTo } from '#kernel/address/location.ts'
import { useHolds, useMayOpen } from '#kernel/address/screen.ts'
import { PanelLink } from '#ui/dialog/panel-link.tsx'
import { AnchorLink } from '#ui/text/link.tsx'
import { type Named, recordText } from './audit-record-text.ts'

type Line = Named & Pick<AuditEvent, 'recordId' | 'action'>

/** Where the record is shown to this person; undefined where it is not. */
function useScreenOf({ recordKind, action }: Line) {
  const mayOpen = useMayOpen()
  const readsAssets = useHolds(assetReaders)
  const screen = kindNamed(recordKind)?.screen ?? null
  // The panel of an asset opens over any screen, for people who cannot open the list of assets, too.
  const opens = screen?.search === 'asset' ? readsAssets : screen !== null && mayOpen(screen.path as ScreenTo)
  if (screen === null || !opens) return undefined
  return action.endsWith('.deleted') && !screen.showsDeleted ? undefined : screen
}

/** The kind and what the record is known by; a link where there is something to open. */
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

import { Button, Paper, Text } from '@mantine/core'
import { useDeleteAsset, useRestoreAssets } from '#features/assets/asset-queries.ts'
import { deletedLink } from '#features/assets/find/find-links.ts'
import { isNotFound, messageOf } from '#kernel/http/api-error.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { PanelLink } from '#ui/dialog/panel-link.tsx'
import { AnchorLink } from '#ui/text/link.tsx'
import { Moment } from '#ui/text/moment.tsx'
import { toast } from '#ui/toast/toast.ts'
import classes from './registration.module.css'
import { Correction } from './registration-correction.tsx'
import type { Outcome, Outcomes } from './registration-kept.ts'
import { LastScan, SoundSwitch } from './registration-last.tsx'

/** More are counted, but not listed. */
const mostListed = 20

/** The registrations of this sitting: the last one in large, the counts, and the list to correct or undo. */
export function Recent({ outcomes }: { outcomes: Outcomes }) {
  const all = outcomes.outcomes
  const open = all.filter(({ is }) => is === 'known')
  const list = all.filter((outcome, at) => at < mostListed || outcome.is === 'known')
  const registered = all.filter(({ is }) => is === 'registered').length
  return (
    <Paper withBorder component="section" aria-labelledby="recent" className={classes.recent ?? ''}>
      <div className={classes.recentHead}>
        <h2 id="recent">{m.registration_recent()}</h2>
        <SoundSwitch />
      </div>
      <LastScan last={all[0]} />
      {all.length > 0 && (
        <Text size="sm" fw={600}>
          {m.registration_counts({ registered: formatNumber(registered), open: formatNumber(open.length) })}
        </Text>
      )}
      {list.length === 0 ? (
        <Text size="sm" c="dimmed">
          {m.registration_recent_none()}
        </Text>
      ) : (
        <ul>
          {list.map((outcome) => (
            <Row key={`${outcome.tag} ${outcome.at}`} outcome={outcome} outcomes={outcomes} />
          ))}
        </ul>
      )}
    </Paper>
  )
}

function Row({ outcome, outcomes }: { outcome: Outcome; outcomes: Outcomes }) {
  const { is, asset, tag, at } = outcome
  const name = asset === null ? tag : `${asset.assetTagId} ${asset.assetName}`
  return (
    <li data-is={is}>
      <div>
        {asset === null ? (
          name
        ) : is === 'undone' ? (
          <AnchorLink {...deletedLink(asset)} size="sm">
            {name}
          </AnchorLink>
        ) : (
          <PanelLink id={asset._id} size="sm">
            {name}
          </PanelLink>
        )}
        <Text size="xs" c="dimmed" component="div">
          {is === 'registered' ? tag : <Word outcome={outcome} />} ·{' '}
          <Moment at={new Date(at).toISOString()} />
        </Text>
      </div>
      {is === 'known' ? (
        <Correction outcome={outcome} outcomes={outcomes} />
      ) : (
        <UndoButton {...{ is, name }} id={asset._id} outcomes={outcomes} />
      )}
    </li>
  )
}

function Word({ outcome: { is, tag } }: { outcome: Outcome }) {
  return is === 'undone' ? m.registration_undone() : m.registration_known({ tag })
}

type UndoProps = { is: 'registered' | 'undone'; id: string; name: string; outcomes: Outcomes }

function UndoButton({ is, id, name, outcomes }: UndoProps) {
  const remove = useDeleteAsset()
  const restore = useRestoreAssets()
  const undo = async () => {
    try {
      await remove({ id, reason: m.registration_undo_reason() })
      outcomes.mark(id, 'undone')
    } catch (error) {
      if (isNotFound(error)) outcomes.mark(id, 'undone')
      toast.failure(m.registration_undo_failed({ name }), messageOf(error, ''))
    }
  }
  const redo = async () => {
    try {
      const { failed } = await restore([id])
      if (failed === 0) outcomes.mark(id, 'registered')
      else toast.failure(m.assets_restore_failed())
    } catch (error) {
      toast.failure(m.assets_restore_failed(), messageOf(error, ''))
    }
  }
  const isDone = is === 'registered'
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={isDone ? m.registration_undo_named({ name }) : m.registration_restore_named({ name })}
      onClick={() => void (isDone ? undo() : redo())}
    >
      {isDone ? m.assets_undo() : m.assets_restore()}
    </Button>
  )
}

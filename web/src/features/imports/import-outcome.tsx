import type { AssetImport, MadeMasters } from '@ats/contract/imports.ts'
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { screenLink, useCity } from '#kernel/address/location.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { useSession } from '#kernel/session/session.ts'
import { counted, formatNumber } from '#kernel/words/format.ts'
import { masterLabels } from '#kernel/words/master-texts.ts'
import { m } from '#texts'
import { confirm } from '#ui/dialog/confirm.tsx'
import { AnchorLink } from '#ui/text/link.tsx'
import { toast } from '#ui/toast/toast.ts'
import { resultText, takenBackTexts } from './import-counts.ts'
import { madeMasters, useRemoveMasters } from './import-queries.ts'
import classes from './imports.module.css'

/** The outcome, where the assets are now, and the result of each row. */
export function ImportOutcome({ record }: { record: AssetImport }) {
  const { status, expiredAt, binned } = record
  const areRowsGone = expiredAt !== null && (status === 'done' || status === 'undone')
  const texts = [...outcomesOf(record), ...(areRowsGone ? [m.imports_rows_expired()] : [])]
  const city = useCity()
  if (texts.length === 0) return null
  return (
    <>
      <div role="status" className={classes.what}>
        {texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      {binned > 0 && (
        <AnchorLink size="sm" {...(screenLink('/dashboard/deleted-assets', city) as { to: '/' })}>
          {m.imports_to_bin()}
        </AnchorLink>
      )}
      {(status === 'undone' || status === 'cancelled') && expiredAt === null && (
        <MastersLeft record={record} />
      )}
    </>
  )
}

function outcomesOf(record: AssetImport): string[] {
  const { status, counts, failedIn, progress } = record
  const { done, total } = progress
  const or = (texts: string[], otherwise: string) => (texts.length === 0 ? [otherwise] : texts)
  switch (status) {
    case 'done':
      return [resultText(counts)]
    case 'undone':
      return or(takenBackTexts(record), m.imports_undone())
    case 'cancelled':
      return or(takenBackTexts(record), m.imports_cancelled())
    case 'expired':
      return [m.imports_expired()]
    case 'failed':
      return failedIn !== null && failedIn !== 'reading' && done > 0
        ? [m.imports_stopped_at({ done: formatNumber(done), total: formatNumber(total) })]
        : []
    default:
      return []
  }
}

/** Undoing an import does not remove its master records; unused ones can be removed here. */
function MastersLeft({ record: { _id: id } }: { record: AssetImport }) {
  const { data } = useQuery(madeMasters(id))
  const person = useSession()?.user
  const canRemove = person?.everywhere === true && person.permissions.includes('master')
  if (data === undefined || data.unusedTotal + data.usedTotal === 0) return null
  const { unused, unusedTotal, used, usedTotal, more } = data
  return (
    <section className={classes.made} aria-labelledby="import-masters">
      <Text size="sm" fw={500} id="import-masters">
        {m.imports_made()}
      </Text>
      {unusedTotal > 0 && (
        <Names
          text={counted(unusedTotal, m.imports_made_unused_one, m.imports_made_unused)}
          {...{ masters: unused, total: unusedTotal }}
        />
      )}
      {unusedTotal > 0 &&
        (canRemove ? <RemoveMasters id={id} count={unusedTotal} /> : <p>{m.imports_made_not_yours()}</p>)}
      {usedTotal > 0 && (
        <Names
          text={counted(usedTotal, m.imports_made_used_one, m.imports_made_used)}
          {...{ masters: used, total: usedTotal }}
        />
      )}
      {more && <p>{m.imports_made_more()}</p>}
    </section>
  )
}

const mostShown = 12

function Names({ text, masters, total }: { text: string; masters: MadeMasters['used']; total: number }) {
  const shown = masters.slice(0, mostShown)
  return (
    <div>
      <p>{text}</p>
      <ul className={classes.names}>
        {shown.map(({ kind, name }) => (
          <li key={`${kind} ${name}`}>
            {masterLabels[kind]()}: <strong>{name}</strong>
          </li>
        ))}
        {total > shown.length && (
          <li>{m.imports_creates_more({ count: formatNumber(total - shown.length) })}</li>
        )}
      </ul>
    </div>
  )
}

function RemoveMasters({ id, count }: { id: string; count: number }) {
  const remove = useRemoveMasters(id)
  const action = counted(count, m.imports_made_remove_one, m.imports_made_remove)
  const ask = async () => {
    const question = m.imports_made_question()
    if (!(await confirm({ title: `${action}?`, question, action, danger: true }))) return
    try {
      const { removed } = await remove()
      toast.success(counted(removed, m.imports_made_removed_one, m.imports_made_removed))
    } catch (error) {
      toast.failure(m.imports_made_failed(), messageOf(error, ''))
    }
  }
  return (
    <div className={classes.actions}>
      <Button variant="default" size="xs" onClick={() => void ask()}>
        {action}
      </Button>
    </div>
  )
}

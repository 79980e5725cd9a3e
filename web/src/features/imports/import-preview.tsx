import type { AssetImport } from '@ats/contract/imports.ts'
import { Alert, Button, Paper, Tabs, Text, Title } from '@mantine/core'
import { IconRefreshAlert } from '@tabler/icons-react'
import { formatNumber } from '#kernel/words/format.ts'
import { masterLabels } from '#kernel/words/master-texts.ts'
import { m } from '#texts'
import { HelpLink } from '#ui/page/help-link.tsx'
import { useStateOf } from '#ui/table/state-of.ts'
import type { Answers } from './import-answers.ts'
import { KeptRows } from './import-kept.tsx'
import type { RowKind } from './import-queries.ts'
import { Rows } from './import-rows.tsx'
import { WrongRows } from './import-wrong.tsx'
import classes from './imports.module.css'

const kinds: [RowKind, { before: () => string; after: () => string }][] = [
  ['kept', { before: m.imports_kind_kept, after: m.imports_kind_kept }],
  ['wrong', { before: m.imports_kind_wrong, after: m.imports_kind_skipped }],
  ['changed', { before: m.imports_kind_changed, after: m.imports_kind_changed }],
  ['new', { before: m.imports_kind_new, after: m.imports_kind_registered }],
  ['unchanged', { before: m.imports_kind_unchanged, after: m.imports_kind_unchanged }],
]

type Props = { record: AssetImport; answers?: Answers | undefined }

/** The number of rows of each kind, and the rows; those that need attention come first. */
export function ImportPreview({ record, answers }: Props) {
  const isOver = record.finishedAt !== null
  const isOutdated = answers?.isChanged === true
  return (
    <Paper component="section" withBorder className={classes.card ?? ''} aria-labelledby="import-preview">
      <Title order={2} fz="md" id="import-preview">
        {isOver ? m.imports_result() : m.imports_preview()}
      </Title>
      {isOutdated && (
        <Alert color="orange" role="status" icon={<IconRefreshAlert aria-hidden="true" />}>
          <div className={classes.between}>
            {m.imports_outdated()}
            <Button size="compact-sm" aria-disabled={answers.isBusy} onClick={() => void answers.check()}>
              {m.imports_check_again()}
            </Button>
          </div>
        </Alert>
      )}
      <div className={isOutdated ? classes.outdated : undefined}>
        <Creates record={record} />
        <Kinds record={record} isOver={isOver} />
      </div>
    </Paper>
  )
}

function Kinds({ record, isOver }: { record: AssetImport; isOver: boolean }) {
  const counts = { ...record.counts, kept: record.kept }
  const shown = kinds.filter(([kind]) => (kind === 'kept' ? record.kept > 0 : record.status !== 'cancelled'))
  const order: RowKind[] = isOver ? ['kept', 'new', 'changed', 'wrong'] : ['kept', 'wrong', 'changed', 'new']
  const first = order.find((kind) => counts[kind] > 0) ?? 'new'
  // The tab stays while its last rows are corrected.
  const [selected, setKind] = useStateOf<RowKind>(`${record.status} ${record.kept}`, first)
  return (
    <Tabs value={selected} onChange={(next) => setKind((next ?? first) as RowKind)} keepMounted={false}>
      <Tabs.List aria-label={m.imports_kinds()} className={classes.tabs ?? ''}>
        {shown.map(([name, { before, after }]) => (
          <Tabs.Tab key={name} value={name} className={classes.tab ?? ''}>
            {isOver ? after() : before()}{' '}
            <strong className={classes.count}>{formatNumber(counts[name])}</strong>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {shown.map(([name]) => (
        <Tabs.Panel key={name} value={name} pt="xs">
          {name === 'wrong' ? (
            <>
              {record.counts.wrong > 0 && <HelpLink answer="import-errors">{m.help_q_import()}</HelpLink>}
              <WrongRows record={record} />
            </>
          ) : name === 'kept' ? (
            <KeptRows key={record.problems.length} record={record} />
          ) : (
            <Rows record={record} kind={name} />
          )}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

function Creates({ record: { status, creates, createsTotal } }: { record: AssetImport }) {
  if (status !== 'ready' || createsTotal === 0) return null
  const few = creates.slice(0, 12)
  return (
    <div className={classes.creates}>
      <Text size="sm" fw={500}>
        {m.imports_creates({ count: formatNumber(createsTotal) })}
      </Text>
      <ul className={classes.names}>
        {few.map(({ kind, name, rows }) => (
          <li key={`${kind} ${name}`}>
            {masterLabels[kind]()}: <strong>{name}</strong>{' '}
            {m.imports_creates_rows({ count: formatNumber(rows) })}
          </li>
        ))}
        {createsTotal > few.length && (
          <li>{m.imports_creates_more({ count: formatNumber(createsTotal - few.length) })}</li>
        )}
      </ul>
    </div>
  )
}

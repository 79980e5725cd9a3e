import type { AssetImport, ImportStatus } from '@ats/contract/imports.ts'
import { imports, writtenByImports } from '@ats/contract/imports.ts'
import type { EndOfOwnWork } from '@ats/contract/notifications.ts'
import { Alert, Button, Paper, Progress, Text, Title } from '@mantine/core'
import { IconAlertCircle, IconArrowLeft, IconDownload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { messageOf } from '#kernel/http/api-error.ts'
import { download } from '#kernel/http/download.ts'
import { messageText } from '#kernel/http/message-text.ts'
import { renew } from '#kernel/http/renew.ts'
import { useWatchedWork } from '#kernel/live/watched-work.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { Moment } from '#ui/text/moment.tsx'
import { useTimeLeft } from '#ui/text/time-left.ts'
import { toast } from '#ui/toast/toast.ts'
import { ImportActions } from './import-actions.tsx'
import { answersKey, useAnswers } from './import-answers.ts'
import { ImportColumns } from './import-columns.tsx'
import { ImportOutcome } from './import-outcome.tsx'
import { ImportPreview } from './import-preview.tsx'
import { isWorking } from './import-queries.ts'
import { ImportQuestions } from './import-questions.tsx'
import { ImportStatusBadge, statusText } from './import-status.tsx'
import classes from './imports.module.css'

type Props = { record: AssetImport; onClose: () => void }

/** An import from the upload to its end: status, preview or result, and the possible actions. */
export function ImportView({ record, onClose }: Props) {
  useRefreshedAssets(record)
  useWatchedWork(record._id, endOf(record))
  return <ImportSheet key={answersKey(record)} record={record} onClose={onClose} />
}

/** Remounted for each check, because answers belong to its questions. */
function ImportSheet({ record, onClose }: Props) {
  const answers = useAnswers(record)
  const { fileName, status, createdAt, createdBy, mine, message, counts } = record
  const hasRows = isChecked(record)
  return (
    <>
      <Paper withBorder className={classes.card ?? ''}>
        <div className={classes.between}>
          <div className={classes.what}>
            <Title order={2} fz="md">
              {fileName}
            </Title>
            <span>
              {!mine && `${createdBy}, `}
              <Moment at={createdAt} />
            </span>
          </div>
          <div role="status">
            <ImportStatusBadge status={status} />
          </div>
        </div>
        {isWorking(record) && <WorkProgress key={status} record={record} />}
        {message !== null && (
          <Alert
            color={status === 'failed' ? 'red' : 'orange'}
            role="alert"
            icon={<IconAlertCircle aria-hidden="true" />}
          >
            {messageText(record)}
          </Alert>
        )}
        <ImportOutcome record={record} />
        <div className={classes.actions}>
          <ImportActions record={record} isOutdated={answers.isChanged} onForgotten={onClose} />
          {hasRows && counts.wrong > 0 && <WrongRowsButton record={record} />}
          <Button
            variant="subtle"
            leftSection={<IconArrowLeft size={18} aria-hidden="true" />}
            onClick={onClose}
          >
            {m.imports_another()}
          </Button>
        </div>
      </Paper>
      {status === 'ready' && mine && (
        <>
          <ImportQuestions record={record} answers={answers} />
          <ImportColumns record={record} answers={answers} />
        </>
      )}
      {hasRows && <ImportPreview record={record} answers={answers} />}
    </>
  )
}

const ends: Partial<Record<ImportStatus, EndOfOwnWork>> = {
  ready: 'import.checked',
  done: 'import.finished',
  failed: 'import.failed',
}

/** The import of another person is not watched here. */
const endOf = (record: AssetImport) =>
  isWorking(record) ? undefined : record.mine ? (ends[record.status] ?? null) : null

const checked = ['ready', 'applying', 'done', 'undoing', 'undone']

/** A cancelled import only has rows that could not be reverted. */
const isChecked = ({ status, kept, expiredAt }: AssetImport) =>
  expiredAt === null && (checked.includes(status) || (status === 'cancelled' && kept > 0))

/** When an import ends, lists and counts on other screens are stale. */
function useRefreshedAssets({ status }: AssetImport) {
  const client = useQueryClient()
  useEffect(() => {
    if (!['done', 'undone', 'cancelled'].includes(status)) return
    void renew(client, writtenByImports)
  }, [status, client])
}

function WrongRowsButton({ record }: { record: AssetImport }) {
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden="true" />}
      onClick={() => void saveWrongRows(record)}
    >
      {m.imports_wrong_rows()}
    </Button>
  )
}

async function saveWrongRows({ _id: id }: AssetImport) {
  try {
    await download(imports.wrongRows, { params: { id } }, 'wrong_rows.csv')
  } catch (error) {
    toast.failure(m.imports_wrong_rows_failed(), messageOf(error, ''))
  }
}

function WorkProgress({ record: { status, progress, rows } }: { record: AssetImport }) {
  const { done, total } = progress
  const timeLeft = useTimeLeft(done, total)
  const percent = total === 0 ? 0 : Math.min(100, Math.floor((done / total) * 100))
  const isCounted = status !== 'checking' && total > 0
  return (
    <div className={classes.progress}>
      <Text size="sm">
        {status === 'applying' || status === 'undoing'
          ? [m.imports_rows_of({ done: formatNumber(done), total: formatNumber(total) }), timeLeft]
              .filter(Boolean)
              .join(' · ')
          : status === 'checking'
            ? m.imports_checking_rows({ rows: formatNumber(rows) })
            : statusText(status)}
      </Text>
      <Progress value={isCounted ? percent : 100} animated={!isCounted} aria-label={statusText(status)} />
    </div>
  )
}

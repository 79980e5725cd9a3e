import type { AuditEvent } from '@ats/contract/audit.ts'
import { type BulkWork, bulkWorks } from '@ats/contract/bulk-jobs.ts'
import { jobName } from '#features/bulk-jobs/bulk-jobs.tsx'
import { listName } from '#kernel/list-names.ts'
import { kindName } from './audit-texts.ts'

/** What a line says of the record that it is about. */
export type Named = Pick<AuditEvent, 'recordKind' | 'readableId' | 'recordName' | 'after'>

/** Records that are known by a readable id of their own; the others are told by their names. */
const knownById = new Set(['asset', 'state-change'])

/** The kind of a record and what it is known by. */
export const recordText = (line: Named) =>
  [kindName(line.recordKind), recordLabel(line)].filter(Boolean).join(' ')

function recordLabel({ recordKind, readableId, recordName, after }: Named) {
  if (knownById.has(recordKind)) return [readableId, recordName].filter(Boolean).join(' · ')
  if (recordName === null) return readableId
  if (recordKind === 'export') return listName(recordName)
  return recordKind === 'bulk-job' ? workName(recordName, after?.subject) : recordName
}

function workName(name: string, subject: unknown) {
  const work = bulkWorks.find((known): known is BulkWork => known === name)
  return work === undefined ? name : jobName({ work, subject: typeof subject === 'string' ? subject : null })
}

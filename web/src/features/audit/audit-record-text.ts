import type { AuditEvent } from '@ats/contract/audit.ts'
import { listName } from '#kernel/words/list-names.ts'
import { workName } from '#kernel/words/work-names.ts'
import { kindName } from './audit-texts.ts'

/** The part of an entry that identifies its record. */
export type Named = Pick<AuditEvent, 'recordKind' | 'readableId' | 'recordName' | 'after'>

/** Records with a readable id; all others are identified by name. */
const knownById = new Set(['asset', 'state-change'])

/** The kind of a record and its readable id or name. */
export const recordText = (line: Named) =>
  [kindName(line.recordKind), recordLabel(line)].filter(Boolean).join(' ')

function recordLabel({ recordKind, readableId, recordName, after }: Named) {
  if (knownById.has(recordKind)) return [readableId, recordName].filter(Boolean).join(' · ')
  if (recordName === null) return readableId
  if (recordKind === 'export') return listName(recordName)
  if (recordKind !== 'bulk-job') return recordName
  return workName(recordName, typeof after?.subject === 'string' ? after.subject : null)
}

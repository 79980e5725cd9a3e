import type { AuditEvent } from '@ats/contract/audit.ts'
import { listName } from '#kernel/words/list-names.ts'
import { workName } from '#kernel/words/work-names.ts'
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
  if (recordKind !== 'bulk-job') return recordName
  return workName(recordName, typeof after?.subject === 'string' ? after.subject : null)
}

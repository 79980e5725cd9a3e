import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kernel/actor.ts'

export type Viewer = Pick<Caller, 'permissions'>

export const maySeeField = (viewer: Viewer, { seenWith }: Pick<OwnField, 'seenWith'>) =>
  seenWith === null || viewer.permissions.includes(seenWith)

/**
 * What the ledger stored about a record, without the values of fields that the viewer may not see. Everything that
 * shows entries to somebody uses it. The fields are read once for the whole statement.
 */
export const withoutUnseenFacts = ({ permissions }: Viewer, facts: RawBuilder<unknown>) =>
  sql`(${facts} - array(select 'field:' || key from own_fields
    where seen_with is not null and seen_with <> all(${permissions}::text[])))`

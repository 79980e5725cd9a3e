import type { EndpointGroup, EndpointName } from '@ats/contract/endpoints.ts'
import type { Call, Person, TestApp } from './app.ts'

export type Row = {
  /** A request that works for a person with the permission, on a record in Indore or on the caller's own. */
  input?: (t: TestApp, as: Person | null) => Promise<Call>
  /** The status for a person with the permission in Mumbai; absent: it works, because no place is involved. */
  elsewhere?: number
  /** The status for a person with only a part of Indore, if the record is outside it; absent: the same as elsewhere. */
  limited?: number
  /** The status for an anonymous caller of a public endpoint that needs another proof than a session. */
  nobody?: number
  /** Roles that have the permission but get an error because of another rule. */
  except?: Record<string, number>
}

/** A row for every endpoint of some groups: if one is missing, the compiler names it. */
export type Rows<Group extends EndpointGroup> = Record<EndpointName<Group>, Row>

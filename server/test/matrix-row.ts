import type { EndpointGroup, EndpointName } from '@ats/contract/endpoints.ts'
import type { Call, Person, TestApp } from './app.ts'

export type Row = {
  /** A call that works for someone who may make it, on a record in Indore, or on one of the caller's own. */
  input?: (t: TestApp, as: Person | null) => Promise<Call>
  /** What someone with the permission in Mumbai gets; absent: it works, for it touches nothing of a place. */
  elsewhere?: number
  /** What someone gets who has only a part of Indore, and the record is outside of it; absent: the same as elsewhere. */
  limited?: number
  /** What nobody gets from a public call that asks for another proof than a session. */
  nobody?: number
  /** Roles that hold the permission and are refused all the same, by a rule. */
  except?: Record<string, number>
}

/** A row for every endpoint of some groups: a missing one does not compile, and the error names it. */
export type Rows<Group extends EndpointGroup> = Record<EndpointName<Group>, Row>

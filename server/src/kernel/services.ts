import type { Kysely } from 'kysely'
import type { Config } from '../config.ts'
import type { Replica } from './db/replica.ts'
import type { Tables } from './db/tables.ts'
import type { Downloads } from './files/downloads.ts'
import type { Store } from './files/store.ts'
import type { WorkFiles } from './files/work-files.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { SendMail } from './mail/mail.ts'
import type { SecurityRecorder } from './security/recorder.ts'

export type SignInOutcome = 'succeeded' | 'wrong' | 'disabled' | 'throttled' | 'busy' | 'directory'

/** What the routes of every slice get. */
export type Services = {
  db: Kysely<Tables>
  /** Only for lookups by key, including sign-in: shared connections, no lists, no transactions. */
  reads: Kysely<Tables>
  /** `db` for sign-ins, so that a flood of them delays nobody else. */
  signInDb: Kysely<Tables>
  /** For reports and exports, which may lag slightly behind the changes of others. */
  replica: Replica
  config: Config
  version: string
  /** Images that were drawn again here. */
  store: Store
  /** Papers by their SHA-256, their thumbnails, and chunks of uploads. */
  papers: Store
  files: { imports: WorkFiles; exports: WorkFiles }
  /** Downloads of lists; each keeps its database connection as long as its client reads. */
  downloads: Downloads
  jobs: Jobs
  sendMail: SendMail | undefined
  /** Sign-in attempts at this process, by outcome. */
  signIns: Record<SignInOutcome, number>
  /** Attempts and refusals of this process, for the security feed; `noteSecurity` adds to it. */
  security: SecurityRecorder
  /** Set when the process is stopping, so that it gets no new work. */
  state: { stopping: boolean }
}

import type { Kysely } from 'kysely'
import type { Config } from '../config.ts'
import type { Replica } from './db/replica.ts'
import type { Tables } from './db/tables.ts'
import type { Downloads } from './files/downloads.ts'
import type { Store } from './files/store.ts'
import type { WorkFiles } from './files/work-files.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { SendMail } from './mail/mail.ts'

export type SignInOutcome = 'succeeded' | 'wrong' | 'disabled' | 'throttled' | 'busy'

/** What the routes of every slice are given. */
export type Services = {
  db: Kysely<Tables>
  /** For lookups by key alone, sign-in among them: shared connections, no lists, no transactions. */
  reads: Kysely<Tables>
  /** For reports and exports, which may be a little behind the changes of others. */
  replica: Replica
  config: Config
  version: string
  store: Store
  files: { imports: WorkFiles; exports: WorkFiles }
  /** Of lists; each takes from the database as long as its reader does. */
  downloads: Downloads
  jobs: Jobs
  sendMail: SendMail | undefined
  /** Tries to sign in at this process, by how they ended. */
  signIns: Record<SignInOutcome, number>
  /** Set once the process was told to stop, so that it is sent no new work. */
  state: { stopping: boolean }
}

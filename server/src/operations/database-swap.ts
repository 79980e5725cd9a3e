import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

export async function isThere(server: pg.Client, database: string) {
  const { rows } = await server.query('select from pg_database where datname = $1', [database])
  return rows.length > 0
}

/** Only a superuser may end a superuser's session; other roles may end those of roles they are members of. */
const foreign = `
  select pid, usename as role, application_name as program
  from pg_stat_activity join pg_roles as theirs on theirs.oid = usesysid
  where datname = $1 and pid <> pg_backend_pid()
    and not (select rolsuper from pg_roles where rolname = current_user)
    and (theirs.rolsuper or not (
      pg_has_role(current_user, usesysid, 'usage') or pg_has_role(current_user, 'pg_signal_backend', 'usage')))
  order by pid`

type Session = { pid: number; role: string; program: string }

const sessionsWeCannotEnd = async (server: pg.Client, name: string) =>
  (await server.query<Session>(foreign, [name])).rows

const nameOf = ({ pid, role, program }: Session) => `${role} (${program || 'unnamed'}, process ${pid})`

function mustBeClosed(name: string, sessions: readonly Session[]): void {
  if (sessions.length === 0) return
  throw new Error(
    `Sessions are open on ${name} that this database user may not end: ${sessions.map(nameOf).join(', ')}. Close them, then run restore again`,
  )
}

/** Checked before the work: an open session would make the last step fail. */
export async function refuseForeignSessions(server: pg.Client, name: string): Promise<void> {
  mustBeClosed(name, await sessionsWeCannotEnd(server, name))
}

const patienceMs = 60_000
const askAgainMs = 500

/** Somebody may have connected since the work began; the product stays available while they finish. */
async function untilNoForeignSessions(server: pg.Client, name: string) {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const sessions = await sessionsWeCannotEnd(server, name)
    if (sessions.length === 0) return
    if (Date.now() > deadline) mustBeClosed(name, sessions)
    await delay(askAgainMs)
  }
}

type Names = { name: string; scratch: string; former: string }

/** Renames both databases in one transaction. Sessions on the former one end; the product reconnects. */
export async function swapDatabases(server: pg.Client, { name, scratch, former }: Names) {
  const [current, fresh, before] = [name, scratch, former].map((text) => pg.escapeIdentifier(text))
  if (!(await isThere(server, name)))
    return void (await server.query(`alter database ${fresh} rename to ${current}`))
  await untilNoForeignSessions(server, name)
  await server.query(`alter database ${current} with allow_connections false`)
  try {
    await server.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1 and usesysid is not null`,
      [name],
    )
    await server.query('begin')
    await server.query(`alter database ${current} rename to ${before}`)
    await server.query(`alter database ${fresh} rename to ${current}`)
    await server.query('commit')
  } catch (error) {
    await server.query('rollback')
    await server.query(`alter database ${current} with allow_connections true`)
    throw error
  }
  await server.query(`alter database ${before} with allow_connections true`)
  return former
}

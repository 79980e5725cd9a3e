import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

type Environment = Record<string, string | undefined>

const debian = '/usr/lib/postgresql'

/** What libpq reads in place of arguments, which every user of the machine could see in the list of processes. */
function connectionOf(databaseUrl: string): Environment {
  const url = new URL(databaseUrl)
  return {
    PGHOST: decodeURIComponent(url.hostname),
    PGPORT: url.port || '5432',
    PGUSER: decodeURIComponent(url.username) || undefined,
    PGPASSWORD: decodeURIComponent(url.password) || undefined,
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
    PGSSLMODE: url.searchParams.get('sslmode') ?? undefined,
    PGSSLROOTCERT: url.searchParams.get('sslrootcert') ?? undefined,
    PGAPPNAME: 'ats backup',
  }
}

/** Runs a program to its end and answers what it printed; a failure carries the end of what it complained about. */
export async function runTool(command: string, args: readonly string[], more: Environment = {}) {
  const child = spawn(command, args, {
    env: { ...process.env, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { output: '', errors: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.output += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.errors = (said.errors + text).slice(-4000)
  })
  const [code, signal] = await once(child, 'close')
  if (code === 0) return said.output
  throw new Error(`${command} ended with ${code ?? signal}: ${said.errors.trim() || said.output.trim()}`)
}

/** The folders in which PostgreSQL's tools may lie: the one that `PG_BIN` names, Debian's from the newest on, the path. */
async function toolFolders(): Promise<string[]> {
  const named = process.env.PG_BIN && process.env.PG_BIN !== 'none' ? [process.env.PG_BIN] : []
  const versions = await readdir(debian).catch(() => [])
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a))
  return [...named, ...newestFirst.map((version) => join(debian, version, 'bin')), '']
}

type Tool = 'pg_dump' | 'pg_restore'

/** A tool that can talk to the server, which may not be newer than the tool is. */
export async function postgresTool(tool: Tool, serverMajor: number): Promise<string> {
  const found: number[] = []
  for (const folder of await toolFolders()) {
    const path = join(folder, tool)
    const text = await runTool(path, ['--version']).catch(() => '')
    const major = Number(/ (\d+)[.\d]*/.exec(text)?.[1] ?? 0)
    if (major >= serverMajor) return path
    if (major > 0) found.push(major)
  }
  const lacking = found.length === 0 ? 'was not found' : `is only there for ${found.join(', ')}`
  throw new Error(`${tool} ${lacking}; the server is PostgreSQL ${serverMajor}. PG_BIN names its folder`)
}

export const runOnDatabase = (tool: string, databaseUrl: string, args: readonly string[]) =>
  runTool(tool, args, connectionOf(databaseUrl))

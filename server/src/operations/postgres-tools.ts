import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

type Environment = Record<string, string | undefined>

const debian = '/usr/lib/postgresql'

/**
 * Environment variables for libpq instead of arguments, which every user of the machine could see in the
 * process list.
 */
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

/** Runs a program to its end and returns its output; an error contains the end of its error output. */
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

/** The folders that may contain PostgreSQL's tools: Debian's, and the path. */
async function usualFolders(): Promise<string[]> {
  const versions = await readdir(debian).catch(() => [])
  return [...versions.map((version) => join(debian, version, 'bin')), '']
}

type Tool = 'pg_dump' | 'pg_restore'
type FoundTool = { path: string; major: number }

/**
 * The tool with the nearest version. An older one does not support the server, and a newer pg_restore sends
 * settings that an older server rejects.
 */
export const nearestTool = (tools: readonly FoundTool[], serverMajor: number): FoundTool | undefined =>
  tools.filter(({ major }) => major >= serverMajor).toSorted((a, b) => a.major - b.major)[0]

async function toolsIn(folders: readonly string[], tool: Tool): Promise<FoundTool[]> {
  const found: FoundTool[] = []
  for (const folder of folders) {
    const path = join(folder, tool)
    const text = await runTool(path, ['--version']).catch(() => '')
    const major = Number(/ (\d+)[.\d]*/.exec(text)?.[1] ?? 0)
    if (major > 0) found.push({ path, major })
  }
  return found
}

/** The tool in the folder that `PG_BIN` names, or else the nearest one. */
export async function postgresTool(tool: Tool, serverMajor: number): Promise<string> {
  const folder = process.env.PG_BIN
  const named = folder && folder !== 'none' ? await toolsIn([folder], tool) : []
  const usual = await toolsIn(await usualFolders(), tool)
  const found = [...named, ...usual]
  const nearest = nearestTool(named, serverMajor) ?? nearestTool(usual, serverMajor)
  if (nearest !== undefined) return nearest.path
  const lacking =
    found.length === 0 ? 'was not found' : `is only there for ${found.map(({ major }) => major).join(', ')}`
  throw new Error(`${tool} ${lacking}; the server is PostgreSQL ${serverMajor}. PG_BIN names its folder`)
}

export const runOnDatabase = (tool: string, databaseUrl: string, args: readonly string[]) =>
  runTool(tool, args, connectionOf(databaseUrl))

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../sources.ts'

export type Step =
  | { kind: 'copy'; from: string | null; sources: string[]; target: string }
  | { kind: 'run'; command: string }
export type Stage = { name: string; base: string; folder: string; steps: Step[] }
export type Dockerfile = {
  /** The base image of every stage. */
  base: string
  stages: Stage[]
  env: Record<string, string>
  entrypoint: string[]
  healthcheck: string[]
  user: string
}

/** What the stand-in for docker knows of the machine: folders in place of images, and ports that are free. */
export type Machine = {
  state: string
  postgresPort: number
  serverUrl: string
  releases: Record<string, string>
  variables: Record<string, Record<string, string>>
}

type Draft = Dockerfile & { args: Record<string, string> }
type Reader = (words: string, draft: Draft) => void

const list = (words: string) => JSON.parse(words.slice(words.indexOf('['))) as string[]

function lastStage({ stages }: Draft): Stage {
  const stage = stages.at(-1)
  if (stage === undefined) throw new Error('The Dockerfile says something before its first FROM')
  return stage
}

const readers: Record<string, Reader> = {
  ARG(words, { args }) {
    const [name = '', value = ''] = words.split('=', 2)
    args[name] = value
  },
  FROM(words, draft) {
    const [given = '', , name = `${draft.stages.length}`] = words.split(/\s+/)
    const base = given.replace(/\$\{(\w+)\}/g, (_, arg: string) => draft.args[arg] ?? '')
    draft.base = base
    draft.stages.push({ name, base, folder: '/', steps: [] })
  },
  WORKDIR(words, draft) {
    lastStage(draft).folder = words
  },
  COPY(words, draft) {
    const parts = words.split(/\s+/)
    const from = parts[0]?.startsWith('--from=') ? (parts.shift() ?? '').slice('--from='.length) : null
    const target = parts.pop() ?? ''
    if (parts.some((part) => part.startsWith('--'))) throw new Error(`COPY ${words}: the option is unknown`)
    lastStage(draft).steps.push({ kind: 'copy', from, sources: parts, target })
  },
  RUN: (command, draft) => void lastStage(draft).steps.push({ kind: 'run', command }),
  ENV(words, { env }) {
    for (const [, name = '', value = ''] of words.matchAll(/(\w+)=(\S+)/g)) env[name] = value
  },
  USER(words, draft) {
    draft.user = words
  },
  ENTRYPOINT(words, draft) {
    draft.entrypoint = list(words)
  },
  HEALTHCHECK(words, draft) {
    draft.healthcheck = list(words)
  },
  CMD: () => undefined,
  EXPOSE: () => undefined,
  VOLUME: () => undefined,
}

/** The steps of the Dockerfile; an unknown instruction is an error, so that nothing is skipped silently. */
export function parseDockerfile(text: string): Dockerfile {
  const draft: Draft = {
    ...{ base: '', stages: [], env: {}, entrypoint: [], healthcheck: [], user: 'root' },
    args: {},
  }
  const lines = text.replace(/^#.*\n/gm, '').replaceAll(/\\\n\s*/g, '')
  for (const line of lines.split('\n').filter((one) => one.trim() !== '')) {
    const [, word = '', words = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
    const read = readers[word]
    if (read === undefined) throw new Error(`The Dockerfile says ${line}, which is unknown here`)
    read(words.trim(), draft)
  }
  const { args: _, ...dockerfile } = draft
  return dockerfile
}

/** True for paths that the ignore file excludes from the build, including everything below them. */
export function parseIgnored(text: string): (path: string) => boolean {
  const patterns = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const expressions = patterns.map((pattern) => {
    const escaped = pattern.replace(/^!/, '').replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    const open = escaped.replaceAll('**/', '\u0000').replaceAll('*', '[^/]*').replaceAll('\u0000', '(.*/)?')
    return { expression: new RegExp(`^${open}(/|$)`), isIgnored: !pattern.startsWith('!') }
  })
  return (path) => expressions.findLast(({ expression }) => expression.test(path))?.isIgnored ?? false
}

const ops = (name: string) => readFileSync(join(root, 'ops', name), 'utf8')
export const readDockerfile = () => parseDockerfile(ops('Dockerfile'))
export const readIgnored = () => parseIgnored(ops('Dockerfile.dockerignore'))

import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { assets } from '@ats/contract/assets/assets.ts'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { newWebhookSecret, signedHeaders } from '#features/webhooks/signature.ts'
import { findOnPath } from '../../scripts/processes.ts'
import { testApp, testPassword } from './app.ts'
import { program } from './programs.ts'

const page = new URL('../../docs/api.md', import.meta.url)

/** Enough of jq for the commands of the page, where it is not installed. */
const ownJq = `jq() { node -e '
  const parts = process.argv[2].split(".").filter(Boolean)
  const step = (values, part) => part.endsWith("[]")
    ? values.flatMap((value) => value[part.slice(0, -2)])
    : values.map((value) => value[part])
  const found = parts.reduce(step, [JSON.parse(require("fs").readFileSync(0))])
  console.log(found.map(String).join("\\n"))
' -- "$@"; }`

const blocksOf = async (language: string) =>
  [...(await readFile(page, 'utf8')).matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(
    ([, text = '']) => text,
  )

type Given = { host: string; email: string; key: string }

const environment = ({ host, email, key }: Given) => ({
  ...{ PATH: process.env.PATH, HOST: host, EMAIL: email, PASSWORD: testPassword, KEY: key },
})

/** Runs the commands in one shell, as a person would who copies them, and returns the status of each request. */
async function runExamples(given: Given) {
  const blocks = await blocksOf('sh')
  const noting = `curl() { command curl -w '%{stderr}%{method} %{url_effective} %{http_code}\\n' "$@"; }`
  const folder = await mkdtemp(join(tmpdir(), 'ats-examples-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const chair = sharp({ create: { width: 40, height: 30, channels: 3, background: '#885522' } })
  await writeFile(join(folder, 'chair.png'), await chair.png().toBuffer())
  const jq = findOnPath('jq') === null ? [ownJq] : []
  const script = ['set -euo pipefail', noting, ...jq, ...blocks].join('\n')
  const { stderr } = await promisify(execFile)('bash', ['--norc', '-c', script], {
    cwd: folder,
    env: { ...environment(given), SIZE: '1' },
  })
  return stderr
    .trim()
    .replaceAll(given.host, '')
    .replaceAll(/[0-9a-f-]{36}/g, ':id')
    .replaceAll(/cursor=[\w-]+/g, 'cursor=:cursor')
    .split('\n')
}

test('the commands of docs/api.md work with the key or the token alone', async () => {
  const t = await testApp()
  const { email } = await t.person({ role: 'Admin' })
  const host = await t.app.listen({ port: 0, host: '127.0.0.1' })
  const { key } = await program(t, { permissions: ['manage-asset'] })
  expect(await runExamples({ host, email, key })).toEqual([
    'GET /api/assets?size=100 200',
    'POST /api/v1/login 200',
    'GET /api/v1/me 200',
    'GET /dashboard/counts 200',
    'POST /api/v1/register 201',
    'GET /api/v1/admin/users 200',
    'GET /api/v1/admin/users?size=25&search=meera 200',
    'DELETE /api/v1/admin/user/:id 200',
    'POST /api/assets/register 201',
    'POST /api/assets/register 201',
    'GET /api/assets 200',
    'GET /api/assets?size=10&search=chair 200',
    'PUT /api/assets/:id 200',
    'GET /api/assets?size=1 200',
    'GET /api/assets?size=1&cursor=:cursor 200',
    'DELETE /api/assets/:id 200',
    'POST /api/v1/logout 200',
  ])
  const events = await t.db.selectFrom('events').select('action').orderBy('id').execute()
  expect(events.map(({ action }) => action)).toEqual(
    expect.arrayContaining([
      'user.created',
      'user.deleted',
      'asset.registered',
      'asset.changed',
      'asset.deleted',
    ]),
  )
})

/** A server with more assets than fit on a page of the examples, and their lines. */
async function serverWithAssets() {
  const t = await testApp()
  const admin = await t.person({ role: 'Admin' })
  const lines: string[] = []
  for (let row = 1; row <= 101; row += 1) {
    const body = { rfidTag: `EXAMPLE-${row}`, assetName: 'Chair', location: 'indore' }
    const { asset } = (await t.call(admin, assets.register, { body })).body
    lines.unshift(`${asset.assetTagId} Chair`)
  }
  const { key } = await program(t, { permissions: ['manage-asset'], everywhere: true, places: [] })
  const host = await t.app.listen({ port: 0, host: '127.0.0.1' })
  return { given: { host, email: admin.email, key }, lines }
}

const { given, lines } = await serverWithAssets()

const secret = newWebhookSecret()
const message = JSON.stringify({ type: 'asset.changed', data: { recordName: 'Chair' } })
/** What a receiver of a webhook gets, as JSON in an environment variable. */
const signed = { secret, headers: signedHeaders([secret], 'msg_1', message), body: message }
const MESSAGES = JSON.stringify([signed, { ...signed, body: `${message} ` }])

test.skipIf(findOnPath('python3') === null)(
  'the Python of docs/api.md prints every asset and verifies messages',
  async () => {
    const verifying = `for one in json.loads(os.environ["MESSAGES"]):
    print(verify(one["secret"], one["headers"], one["body"].encode()))`
    const script = [...(await blocksOf('python')), verifying].join('\n')
    const env = { ...environment(given), MESSAGES }
    const { stdout } = await promisify(execFile)('python3', ['-c', script], { env })
    expect(stdout.trim().split('\n')).toEqual([...lines, 'True', 'False'])
  },
)

test('the TypeScript of docs/api.md prints every asset, registers one and verifies messages', async () => {
  const verifying = `for (const { secret, headers, body } of JSON.parse(process.env.MESSAGES ?? ''))
    console.log(verify(secret, headers, body))`
  const script = [...(await blocksOf('ts')), verifying].join('\n')
  const { stdout } = await promisify(execFile)('node', ['--input-type=module-typescript', '-e', script], {
    cwd: fileURLToPath(new URL('../../packages/client', import.meta.url)),
    env: { ...environment(given), MESSAGES },
  })
  expect(stdout.trim().split('\n')).toEqual([...lines, expect.stringMatching(/^A\d+ Desk$/), 'true', 'false'])
})

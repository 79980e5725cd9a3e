import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../sources.ts'
import { parseDockerfile, parseIgnored, readDockerfile } from './dockerfile.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('the image runs the Node of package.json, named to the last digit, and not as root', () => {
  const { base, stages, user } = readDockerfile()
  const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: { node: string } }
  expect(base).toBe(`node:${devDependencies.node}-bookworm-slim`)
  expect(new Set(stages.map((stage) => stage.base))).toEqual(new Set([base]))
  expect(user).toBe('node')
  const compose = read('ops/compose.yaml')
  expect(compose).toContain(`\${NODE_IMAGE:-${base}}`)
  expect(compose).toMatch(/POSTGRES_IMAGE:-postgres:\d+\.\d+-\w+}/)
  expect(compose).toMatch(/NATS_IMAGE:-nats:\d+\.\d+\.\d+-\w+}/)
})

test('a Dockerfile is read into its stages', () => {
  const text = `# About
ARG IMAGE=node:1
FROM \${IMAGE} AS first
WORKDIR /a
COPY one two ./
RUN npm ci \\
  --quiet

FROM \${IMAGE}
ENV A=1 B=/b
COPY --from=first /a ./
USER node
HEALTHCHECK --interval=1s CMD ["true"]
ENTRYPOINT ["node", "x"]
`
  expect(parseDockerfile(text)).toEqual({
    base: 'node:1',
    env: { A: '1', B: '/b' },
    user: 'node',
    healthcheck: ['true'],
    entrypoint: ['node', 'x'],
    stages: [
      {
        ...{ name: 'first', base: 'node:1', folder: '/a' },
        steps: [
          { kind: 'copy', from: null, sources: ['one', 'two'], target: './' },
          { kind: 'run', command: 'npm ci --quiet' },
        ],
      },
      {
        ...{ name: '1', base: 'node:1', folder: '/' },
        steps: [{ kind: 'copy', from: 'first', sources: ['/a'], target: './' }],
      },
    ],
  })
})

test('a step that is not known is an error, not left out', () => {
  expect(() => parseDockerfile('FROM a\nADD b c')).toThrow('ADD b c')
  expect(() => parseDockerfile('FROM a\nCOPY --chown=b c d')).toThrow('--chown')
})

test('what is ignored is ignored with all below it, and nothing else', () => {
  const isIgnored = parseIgnored('**/node_modules\n.git\n**/*.test.ts\nserver/test\n')
  const ignored = [
    'node_modules',
    'server/node_modules/a/b.js',
    '.git/config',
    'server/test/app.ts',
    'a.test.ts',
  ]
  const kept = ['server/src/a.ts', '.gitignore', 'server/testing.ts', 'web/test.ts', 'a.test.tsx']
  expect(ignored.filter((path) => !isIgnored(path))).toEqual([])
  expect(kept.filter(isIgnored)).toEqual([])
})

test('what is taken back from what is ignored is there', () => {
  const isIgnored = parseIgnored('scripts\n!scripts/one.ts\n')
  expect(['scripts/one.ts', 'scripts/two.ts'].map(isIgnored)).toEqual([false, true])
})

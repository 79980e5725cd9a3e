// Adds up the results of the stages. Plain JavaScript, so that it also runs on the machine's own Node if the
// install failed.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.argv[2]
const read = (name) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '')
const count = (text, pattern) => text.match(pattern)?.length ?? 0

/** The output of a whole run is long: each failure is named once more at its end, with the first lines of its error. */
function blame(outcome, name, error = '') {
  const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')
  const lines = error.replace(colours, '').split('\n').filter(Boolean).slice(0, 6)
  console.log([`${outcome}: ${name}`, ...lines].join('\n    '))
}

function vitest(text) {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(text)
  for (const { assertionResults } of testResults)
    for (const { status, fullName, failureMessages } of assertionResults)
      if (status === 'failed') blame('failed', fullName, failureMessages[0])
  const names = testResults.filter(({ status }) => status === 'failed')
  const broken = names.filter(({ assertionResults }) =>
    assertionResults.every(({ status }) => status !== 'failed'),
  )
  return [numPassedTests, numFailedTests + broken.length]
}

const specsOf = ({ suites = [], specs = [] }) => [...specs, ...suites.flatMap(specsOf)]

function playwright(text) {
  const { suites, stats, errors } = JSON.parse(text)
  for (const { file, line, title, tests } of specsOf({ suites }))
    for (const { status, projectName, results } of tests)
      if (status === 'unexpected' || status === 'flaky')
        for (const { error } of results)
          if (error)
            blame(
              status === 'flaky' ? 'flaky' : 'failed',
              `${projectName} ${file}:${line} ${title}`,
              error.message,
            )
  // Stories that failed next to others had one more try alone.
  const alone = JSON.parse(read('e2e-alone.json') || 'null')
  const failed = alone ? alone.stats.unexpected + alone.errors.length : stats.unexpected
  if (stats.flaky > 0 || failed < stats.unexpected)
    console.log(`passed only when tried again: ${stats.flaky + stats.unexpected - failed} stories`)
  return [stats.expected + stats.flaky + stats.unexpected - failed, failed + errors.length]
}

const lines = (text) => [
  count(text, /^\S+ (ratio|acked)=.* ok$/gm),
  count(text, /^\S+ (ratio|acked)=.* (short|FAILED)$/gm),
]

const reports = {
  test: ['system.json', vitest],
  'test on the PostgreSQL from npm': ['npm.json', vitest],
  e2e: ['e2e.json', playwright],
  bench: ['bench.lines', lines],
  faults: ['faults.lines', lines],
}

/** A stage without a report counts as one test. A stage that crashes without a failed test still fails. */
function outcome([name, status]) {
  const [file, reader] = reports[name] ?? []
  const text = file ? read(file) : ''
  const [passed, failed] = text ? reader(text) : [file ? 0 : Number(status === '0'), 0]
  return [passed, status === '0' ? failed : Math.max(failed, 1)]
}

const stages = read('stages')
  .trim()
  .split('\n')
  .filter(Boolean)
  .map((line) => line.split('\t'))
const outcomes = stages.map(outcome)
const passed = outcomes.reduce((sum, [good]) => sum + good, 0)
const failed = outcomes.reduce((sum, [, bad]) => sum + bad, 0)
const blamed = stages.filter((_, at) => outcomes[at][1] > 0).map(([name]) => name)

if (blamed.length > 0) console.log(`failed: ${blamed.join(', ')}`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

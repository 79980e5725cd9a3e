import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isTest, root, sourceFiles } from '../sources.ts'
import { type FunctionFact, factsOf } from './source-facts.ts'

const longestSource = 300
const longestTest = 400
const longestFunction = 60

type Measured = {
  file: string
  lines: number
  functions: (FunctionFact & { file: string })[]
  problems: string[]
}

function measure(file: string): Measured {
  const text = readFileSync(join(root, file), 'utf8')
  const lines = text.trimEnd().split('\n').length
  const limit = isTest(file) ? longestTest : longestSource
  const tooLong = lines > limit ? [`${file}: ${lines} lines, at most ${limit}`] : []
  if (file.endsWith('.css')) return { file, lines, functions: [], problems: tooLong }
  const facts = factsOf(file, text)
  const functions = facts.functions.map((fact) => ({ ...fact, file }))
  return {
    file,
    lines,
    functions,
    problems: [
      ...tooLong,
      ...functions
        .filter((fact) => fact.lines > longestFunction)
        .map((fact) => `${placeOf(fact)}: ${fact.lines} lines, at most ${longestFunction}`),
      ...facts.findings.map(({ line, what }) => `${file}:${line}: ${what}`),
    ],
  }
}

const placeOf = ({ file, line, name }: FunctionFact & { file: string }) => `${file}:${line} ${name}`

const measured = sourceFiles().map(measure)
const sizes = measured
  .filter(({ file }) => !isTest(file))
  .map(({ lines }) => lines)
  .sort((a, b) => a - b)
const share = (part: number) => sizes[Math.min(sizes.length - 1, Math.floor(sizes.length * part))] ?? 0
const longest = measured.flatMap(({ functions }) => functions).sort((a, b) => b.lines - a.lines)[0]
const problems = measured.flatMap((one) => one.problems)

for (const problem of problems) console.error(problem)
console.log(`${sizes.length} source files, ${measured.length - sizes.length} test files`)
console.log(`lines a file: median ${share(0.5)}, p90 ${share(0.9)}, most ${sizes.at(-1) ?? 0}`)
if (longest) console.log(`longest function: ${longest.lines} lines, ${placeOf(longest)}`)
process.exitCode = problems.length > 0 ? 1 : 0

import { type Comment, parseSync, Visitor } from 'oxc-parser'

export type FunctionFact = { name: string; line: number; lines: number }
export type Finding = { line: number; what: string }
type Span = { start: number; end: number }

/** The facts about one file that the size budget needs, read from its syntax tree. */
export function factsOf(file: string, text: string): { functions: FunctionFact[]; findings: Finding[] } {
  const { program, comments, errors } = parseSync(file, text)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const functions: FunctionFact[] = []
  const findings = comments.flatMap((comment) => badSuppression(comment, lineAt(comment.start)))
  const names = new Map<number, string>()
  const suites = new Set<number>()

  const measure = (node: Span) => {
    if (suites.has(node.start)) return
    const line = lineAt(node.start)
    functions.push({
      name: names.get(node.start) ?? 'anonymous',
      line,
      lines: lineAt(node.end) - line + 1,
    })
  }
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init) names.set(init.start, id.name)
    },
    Property({ key, value }) {
      if (key.type === 'Identifier') names.set(value.start, key.name)
    },
    CallExpression({ callee, arguments: args }) {
      const isSuite = /^describe\b/.test(text.slice(callee.start, callee.end))
      for (const argument of isSuite ? args : []) suites.add(argument.start)
    },
    FunctionDeclaration(node) {
      names.set(node.start, node.id?.name ?? 'anonymous')
      measure(node)
    },
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
    TSAnyKeyword({ start }) {
      findings.push({ line: lineAt(start), what: 'the type any' })
    },
  }).visit(program)
  return { functions, findings }
}

function badSuppression(comment: Comment, line: number): Finding[] {
  const text = comment.value.replace(/^[\s*]+/, '')
  if (/^(@ts-ignore|@ts-nocheck|eslint-disable)/.test(text)) return [{ line, what: 'a blanket suppression' }]
  const reason =
    /^biome-ignore[-\w]*\s+[^:]+:(.*)/s.exec(text)?.[1] ?? /^@ts-expect-error(.*)/s.exec(text)?.[1]
  const suppresses = /^(biome-ignore|@ts-expect-error)/.test(text)
  return suppresses && (reason ?? '').trim().length < 10
    ? [{ line, what: 'a suppression without a reason' }]
    : []
}

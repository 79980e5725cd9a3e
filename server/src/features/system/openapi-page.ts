import { createHash } from 'node:crypto'

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem }
  h2 { margin-top: 2.5rem; text-transform: capitalize }
  details { border: 1px solid #8886; border-radius: 8px; margin: .5rem 0; padding: .5rem .75rem }
  summary { cursor: pointer; overflow-wrap: anywhere }
  code, pre { font-family: ui-monospace, monospace; font-size: .9em }
  pre { overflow-x: auto; padding: .75rem; background: #8881; border-radius: 6px }
  small { color: light-dark(#555, #bbb) }
`

const styleHash = createHash('sha256').update(style).digest('base64')
/** The policy allows the style by its hash, so that the page is always the same. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`

type Content = Record<string, { schema: object }>
type Operation = {
  tags: string[]
  summary: string
  'x-permission': string
  parameters?: object[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
type Description = {
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, object>>
}

/** JSON in which the name of every shared part is a link to it. */
function jsonText(value: unknown) {
  const text = escapeHtml(JSON.stringify(value, null, 2))
  const linked = text.replaceAll(/#\/components\/(\w+\/\w+)/g, '<a href="#$1">#/components/$1</a>')
  return `<pre tabindex="0">${linked}</pre>`
}

const contentText = (title: string, content: Content = {}) =>
  Object.entries(content)
    .map(([type, { schema }]) => `<h3>${title} <small>${type}</small></h3>${jsonText(schema)}`)
    .join('')

function operationText(path: string, method: string, operation: Operation) {
  const { summary, parameters, requestBody, responses, 'x-permission': permission } = operation
  const named = Object.entries(responses).filter(([status]) => status !== 'default')
  return `<details><summary><code><b>${method.toUpperCase()}</b> ${escapeHtml(path)}</code> ${escapeHtml(summary)}
    <small>${permission}</small></summary>${parameters ? `<h3>Parameters</h3>${jsonText(parameters)}` : ''}
    ${contentText('Body', requestBody?.content)}
    ${named.map(([status, { content }]) => contentText(`Response ${status}`, content)).join('')}</details>`
}

function sectionsOf({ paths }: Description) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const groups = Object.groupBy(operations, ({ operation }) => operation.tags[0] ?? '')
  return Object.entries(groups).map(([name, members = []]) => {
    const texts = members.map(({ path, method, operation }) => operationText(path, method, operation))
    return `<section><h2>${escapeHtml(name)}</h2>${texts.join('')}</section>`
  })
}

const sharedParts = ({ components }: Description) =>
  ['schemas', 'parameters', 'responses'].map((kind) => {
    const parts = Object.entries(components[kind] ?? {}).map(
      ([name, part]) => `<h3 id="${kind}/${name}">${name}</h3>${jsonText(part)}`,
    )
    return `<section><h2>${kind}</h2>${parts.join('')}</section>`
  })

/** The reference as one static page without scripts. */
export function openapiPage(description: Description) {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>API reference - Asset Tracking Solution</title><style>${style}</style></head><body><main>
<h1>Asset Tracking Solution: API reference</h1>
<p>Log in with <code>POST /api/v1/login</code>, then send the token as <code>Authorization: Bearer</code>. A browser
also sends the cookie that logging in set. Programs read <a href="/api/openapi.json">openapi.json</a>.</p>
${[...sectionsOf(description), ...sharedParts(description)].join('\n')}</main></body></html>`
}

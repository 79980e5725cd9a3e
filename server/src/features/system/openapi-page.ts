import { createHash } from 'node:crypto'
import type { Endpoint } from '@ats/contract/endpoint.ts'
import { z } from 'zod'

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

const schemaText = (type: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' })
  return `<pre tabindex="0">${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`
}

function describe(endpoint: Endpoint) {
  const parts = (['params', 'query', 'body'] as const).flatMap((part) => {
    const type = endpoint[part]
    return type === undefined ? [] : [`<h3>Takes: ${part}</h3>${schemaText(type, 'input')}`]
  })
  if (endpoint.image !== undefined)
    parts.push(`<p>Multipart, with a file called <code>image</code> (${endpoint.image}).</p>`)
  const answer = endpoint.reply === 'file' ? '<p>A file.</p>' : schemaText(endpoint.reply, 'output')
  const { method, path, permission, summary, status = 200 } = endpoint
  return `<details><summary><code><b>${method}</b> ${escapeHtml(path)}</code> ${escapeHtml(summary)}
    <small>${permission}</small></summary>${parts.join('')}<h3>Answers ${status}</h3>${answer}</details>`
}

/** The reference as one static page without scripts. */
export function openapiPage(groups: Record<string, Record<string, Endpoint>>) {
  const sections = Object.entries(groups).map(
    ([name, endpoints]) =>
      `<section><h2>${escapeHtml(name)}</h2>${Object.values(endpoints).map(describe).join('')}</section>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>API reference - Asset Tracking Solution</title><style>${style}</style></head><body><main>
<h1>Asset Tracking Solution: API reference</h1>
<p>Sign in with <code>POST /api/v1/login</code>, then send the token as <code>Authorization: Bearer</code> together with
the cookie that signing in set. Programs read <a href="/api/openapi.json">openapi.json</a>.</p>
${sections.join('\n')}</main></body></html>`
}

import { globSync, readFileSync } from 'node:fs'
import { messages } from '@ats/contract/problems.ts'
import { describe, expect, test } from 'vitest'
import en from '../../../messages/en.json' with { type: 'json' }
import hi from '../../../messages/hi.json' with { type: 'json' }
import hindiProblems from '../../../messages/problems/hi.json' with { type: 'json' }

const guides = new URL('../../../../docs/guide/', import.meta.url).pathname
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const hole = /\{\w+\}/

/** A text of the screen as a pattern: anything may fill its places, and a text without words of its own matches nothing. */
const patternOf = (text: string) => {
  const own = text.split(hole)
  return /\p{L}\p{M}*\p{L}/u.test(own.join('')) ? new RegExp(`^${own.map(escaped).join('.+')}$`) : /^\b$/
}

const english = [...Object.values(en), ...Object.values(messages).map(({ text }) => text)].map(patternOf)
const hindi = [...Object.values(hi), ...Object.values(hindiProblems)].map(patternOf)

const boldIn = (page: string) => [...page.matchAll(/\*\*(.+?)\*\*/g)].map(([, text]) => text ?? '')

describe('the guides', () => {
  test.each(globSync('**/*.md', { cwd: guides }))('%s prints only words of the screen in bold', (file) => {
    const texts = file.startsWith('hi/') ? hindi : english
    const strays = boldIn(readFileSync(`${guides}${file}`, 'utf8')).filter(
      (bold) => !texts.some((text) => text.test(bold)),
    )
    expect(strays, 'use italics for emphasis').toEqual([])
  })
})

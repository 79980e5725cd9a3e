import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Language = 'en' | 'hi'

const catalogue = (language: Language): Record<string, string> =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../web/messages/${language}.json`), 'utf8'))
const catalogues = { en: catalogue('en'), hi: catalogue('hi') }

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A text of the screens by its key, so that a picture is taken in any language and survives another wording. */
export const wordsOf = (language: Language) => (key: string) => {
  const text = catalogues[language][key]
  if (text === undefined) throw new Error(`There is no text ${key}`)
  return new RegExp(
    `^${text
      .split(/\{\w+\}/)
      .map(escaped)
      .join('.+')}$`,
  )
}

export type Words = ReturnType<typeof wordsOf>

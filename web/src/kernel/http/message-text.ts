import { fillText, type Params, schemaText } from '@ats/contract/problems/refusal.ts'
import type { MessageCode } from '@ats/contract/problems.ts'
import { currentLanguage, type Language, onLanguageChange, redrawTexts } from '#kernel/words/language.ts'

/** Requires a text for every code of the contract: a catalogue with a missing text does not compile. */
type Texts = Record<MessageCode, string>

/** Responses carry English texts, so only other languages need a catalogue. */
const catalogues: Record<Exclude<Language, 'en'>, () => Promise<Texts>> = {
  hi: async () => (await import('../../../messages/problems/hi.json')).default,
}

const loaded: Partial<Record<Language, Partial<Texts>>> = {}

async function loadTexts() {
  const language = currentLanguage()
  if (language === 'en' || loaded[language] !== undefined) return
  loaded[language] = await catalogues[language]()
  redrawTexts()
}

/** Without the catalogue, error messages stay in English. */
const tryToLoadTexts = () => void loadTexts().catch(() => undefined)
tryToLoadTexts()
onLanguageChange(tryToLoadTexts)

/** A message of the server: an English text, and the code with parameters where it has them. */
type Said = { message: string | null; code?: MessageCode | null | undefined; params?: Params | undefined }

/** The message in the person's language. Unknown codes of a newer server fall back to English. */
export function messageText({ message, code, params }: Said): string {
  const text = code ? loaded[currentLanguage()]?.[code] : undefined
  return text === undefined ? (message ?? '') : fillText(text, params)
}

/** The text of a schema issue: one of the contract's codes, or a text of the form itself. */
export function issueText(issue: { message: string; maximum?: unknown }): string {
  const text = schemaText(issue.message)
  if (text === undefined) return issue.message
  const params = { maximum: Number(issue.maximum ?? 0) }
  return messageText({ message: fillText(text, params), code: issue.message as MessageCode, params })
}

import { fieldMessage, fieldRefusals } from '@ats/contract/problems/fields.ts'
import { fillText, type Params } from '@ats/contract/problems/refusal.ts'
import type { MessageCode } from '@ats/contract/problems.ts'
import { currentLanguage, type Language, onLanguageChange, redrawTexts } from '#kernel/words/language.ts'

/** A text for every code of the contract: one that is missing in a catalogue does not compile. */
type Texts = Record<MessageCode, string>

/** English comes with the answers, so a catalogue is loaded for other languages only. */
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

/** Without the catalogue refusals stay in English. */
const tryToLoadTexts = () => void loadTexts().catch(() => undefined)
tryToLoadTexts()
onLanguageChange(tryToLoadTexts)

/** What the server says: a text in English, and the code with parameters where it has them. */
type Said = { message: string | null; code?: MessageCode | null | undefined; params?: Params | undefined }

/** In the person's language; in English where the code is not known here, since the server may be newer. */
export function messageText({ message, code, params }: Said): string {
  const text = code ? loaded[currentLanguage()]?.[code] : undefined
  return text === undefined ? (message ?? '') : fillText(text, params)
}

/** What a schema says of a field: one of the contract's codes, or a text of the form's own. */
export function issueText(issue: { message: string }): string {
  const said = fieldMessage(issue)
  if (said === undefined) return issue.message
  return messageText({ ...said, message: fillText(fieldRefusals[said.code].text, said.params) })
}

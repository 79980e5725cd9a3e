import { currentLanguage, onLanguageChange } from './language.ts'

/** The contract and the server speak English, so the table of texts is loaded for other languages only. */
let translate: ((text: string) => string) | undefined

async function loadTable() {
  if (currentLanguage() === 'en' || translate !== undefined) return
  const table = await import('./known-texts.ts')
  translate = table.inLanguage
}

void loadTable()
onLanguageChange(() => void loadTable())

/** A text of the contract or the server in the person's language, where the catalogue has it. */
export const inLanguage = (text: string): string =>
  currentLanguage() === 'en' ? text : (translate?.(text) ?? text)

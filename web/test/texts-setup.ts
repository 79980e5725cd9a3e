import { compileTexts, textOptions } from '../compile-texts.ts'

/** A fresh clone has no compiled texts, and changed texts need to be compiled again. */
export const setup = () => compileTexts(textOptions)

import { compileTexts, textOptions } from '../compile-texts.ts'

/** A fresh clone has no compiled texts yet, and a changed text is not compiled yet. */
export const setup = () => compileTexts(textOptions)

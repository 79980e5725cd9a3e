import { compileTexts, componentTexts } from '../compile-texts.ts'

export const setup = () => compileTexts(componentTexts)

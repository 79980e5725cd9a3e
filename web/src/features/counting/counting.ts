import { reasonTexts } from './tagging/reason-texts.ts'

/** Public exports for other features: why an asset could not be tagged. */
export { reasonTexts as exceptionTexts }

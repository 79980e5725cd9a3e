import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

/** Reads the catalogues as files, so that the scenes are checked against the source texts. */
const catalogue = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../web/messages/${language}.json`), 'utf8'))

const [en, hi] = [catalogue('en'), catalogue('hi')]
const english = Object.entries(en).flatMap(([key, text]) => (hi[key] === text ? [] : [text]))

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const whole = (text: string) =>
  `^${text
    .split(/\{\w+\}/)
    .map(escaped)
    .join('.+')}$`
const hasWords = (text: string) => /[a-z]{2}/i.test(text.replace(/\{\w+\}/g, ''))

/** Texts entered by people in the scenes, headers of a file, and names of keys are not translated. */
const written = new Set([
  'Delete',
  'Model',
  'Store room',
  'The left armrest is broken',
  'The back rest is broken.',
  'It was repaired last week. Please look again before you ask for it to be written off.',
  'I do not see the assets of the second room since last week',
  'The reader beeps, but nothing opens',
  'Sold to a dealer after the office in the old mill was given up',
  'The reader has to end each tag with Enter.',
  'Sturdy, and put together in ten minutes.',
  'The colour is warmer than in the picture, but it fits.',
  'Arrived with a scratch; the replacement came in two days.',
  'Exactly what our meeting room needed.',
  'Since this morning the reader in the store room beeps at every tag, and the screen stays as it is.\n\nThe picture shows its display.',
])

const productTexts = new RegExp(english.filter(hasWords).map(whole).join('|'))

/** Names are capitalised or short; English words within a Hindi sentence are names. */
const isSentence = (text: string) => /(\b[a-z]{2,}\b[ ,]+){3}/.test(text) && !/[\u0900-\u097f]/.test(text)

/** Device names, paths of places, and assets with their tag ID. */
const isName = (text: string) =>
  text.startsWith('Chrome on Android') || text.includes(' > ') || / A\d{7}$/.test(text)

const isEnglish = (text: string) =>
  !written.has(text) && !isName(text) && (productTexts.test(text) || isSentence(text))

/**
 * English texts that remain on a Hindi screen. Excluded are toasts, which keep their language, and initials.
 */
export async function leftInHindi(page: Page): Promise<string[]> {
  const texts = await page.locator('body').evaluate((body, toast) => {
    const isShown = (element: typeof body) => {
      const { width, height } = element.getBoundingClientRect()
      return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true })
    }
    const ownText = (element: typeof body): string[] =>
      [...element.childNodes]
        .filter(({ nodeType }) => nodeType === 3)
        .map(({ textContent }) => textContent.trim())
    const labels = (element: typeof body) =>
      ['aria-label', 'placeholder', 'title', 'alt'].map((name) => element.getAttribute(name)?.trim())
    return [
      ...body.querySelectorAll(`*:not(script, style, button[lang], .mantine-Avatar-root *, ${toast} *)`),
    ]
      .filter((element) => isShown(element.closest('select') ?? element))
      .flatMap((element) => [...ownText(element), ...labels(element)])
      .filter(Boolean)
  }, '.mantine-Notification-root')
  return [...new Set<string>(texts)].filter(isEnglish)
}

/** Clicks the button in the header, even if a dialog covers it; returns false if there is none. */
export async function switchLanguage(page: Page, language: 'en' | 'hi'): Promise<boolean> {
  const button = page.locator(`button[lang=${language}]`).first()
  if ((await button.count()) === 0) return false
  await button.dispatchEvent('click')
  await page.locator(`html[lang=${language}]`).waitFor()
  return true
}

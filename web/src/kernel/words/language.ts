import { useSyncExternalStore } from 'react'
import { getLocale, setLocale } from '#texts/runtime.js'

export const languages = ['en', 'hi'] as const
export type Language = (typeof languages)[number]

const listeners = new Set<() => void>()

export const currentLanguage = (): Language => getLocale()

export function changeLanguage(language: Language) {
  void setLocale(language, { reload: false })
  document.documentElement.lang = language
  for (const listener of listeners) listener()
}

let redrawn = 0

/** Draws all texts once more, for those that came after the language. */
export function redrawTexts() {
  redrawn += 1
  for (const listener of listeners) listener()
}

export function onLanguageChange(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const drawing = () => `${currentLanguage()} ${redrawn}`

/** Another value each time that all texts are drawn anew. */
export const useDrawing = () => useSyncExternalStore(onLanguageChange, drawing)

export function useLanguage(): Language {
  useDrawing()
  return currentLanguage()
}

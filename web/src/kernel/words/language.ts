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

/** Re-renders all texts, for texts that were loaded after the language had changed. */
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

/** Changes whenever all texts must be re-rendered. */
export const useDrawing = () => useSyncExternalStore(onLanguageChange, drawing)

export function useLanguage(): Language {
  useDrawing()
  return currentLanguage()
}

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

export function onLanguageChange(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useLanguage = () => useSyncExternalStore(onLanguageChange, currentLanguage)

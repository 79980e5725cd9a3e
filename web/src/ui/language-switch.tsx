import { UnstyledButton } from '@mantine/core'
import { changeLanguage, type Language, languages, useLanguage } from '#kernel/language.ts'
import { hasUnsavedChanges } from '#kernel/unsaved.ts'
import { m } from '#texts'
import { confirmLeaving } from './confirm-leaving.ts'
import classes from './language-switch.module.css'

const names = { en: m.app_language_en, hi: m.app_language_hi }

export function LanguageSwitch() {
  const current = useLanguage()
  const choose = async (language: Language) => {
    if (language === current || (hasUnsavedChanges() && !(await confirmLeaving()))) return
    changeLanguage(language)
  }
  return (
    <fieldset className={classes.switch} aria-label={m.app_language()}>
      {languages.map((language) => (
        <UnstyledButton
          key={language}
          className={classes.choice ?? ''}
          lang={language}
          aria-label={`${language.toUpperCase()} ${names[language]()}`}
          aria-pressed={language === current}
          onClick={() => void choose(language)}
        >
          {language.toUpperCase()}
        </UnstyledButton>
      ))}
    </fieldset>
  )
}

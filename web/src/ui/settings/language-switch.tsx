import { UnstyledButton } from '@mantine/core'
import { changeLanguage, languages, useLanguage } from '#kernel/words/language.ts'
import { m } from '#texts'
import classes from './language-switch.module.css'

const names = { en: m.app_language_en, hi: m.app_language_hi }

export function LanguageSwitch() {
  const current = useLanguage()
  return (
    <fieldset className={classes.switch} aria-label={m.app_language()}>
      {languages.map((language) => (
        <UnstyledButton
          key={language}
          className={classes.choice ?? ''}
          lang={language}
          aria-label={`${language.toUpperCase()} ${names[language]()}`}
          aria-pressed={language === current}
          onClick={() => changeLanguage(language)}
        >
          {language.toUpperCase()}
        </UnstyledButton>
      ))}
    </fieldset>
  )
}

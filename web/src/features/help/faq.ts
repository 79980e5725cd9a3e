import { type HelpAnswer, helpAnswers } from '#kernel/words/help-topics.ts'
import { m } from '#texts'

type Text = () => string

const texts: Record<HelpAnswer, [question: Text, answer: Text]> = {
  'scan-does-nothing': [m.help_q_scan, m.help_a_scan],
  'tag-in-use': [m.help_q_tag, m.help_a_tag],
  'import-errors': [m.help_q_import, m.help_a_import],
  'who-sees-what': [m.help_q_scope, m.help_a_scope],
  restoring: [m.help_q_restore, m.help_a_restore],
  approval: [m.help_q_approval, m.help_a_approval],
  counting: [m.help_q_counting, m.help_a_counting],
  language: [m.help_q_language, m.help_a_language],
  password: [m.help_q_password, m.help_a_password],
}

export type Answered = { id: HelpAnswer; question: string; paragraphs: string[] }

/** Questions and answers that contain every word of the search, in the person's language. */
export function answersTo(search: string): Answered[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return helpAnswers
    .map((id) => ({ id, question: texts[id][0](), answer: texts[id][1]() }))
    .filter(({ question, answer }) => {
      const text = `${question} ${answer}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    .map(({ id, question, answer }) => ({ id, question, paragraphs: answer.split('\n') }))
}

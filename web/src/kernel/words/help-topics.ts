/** The answers of the Help Desk, by their part of its address. */
export const helpAnswers = [
  'scan-does-nothing',
  'tag-in-use',
  'import-errors',
  'who-sees-what',
  'restoring',
  'approval',
  'counting',
  'language',
  'password',
] as const
export type HelpAnswer = (typeof helpAnswers)[number]

/** The slugs of the Help Desk answers. */
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

/**
 * What a person may have to do after signing in, before anything else, and the error that all other requests get
 * until then. An endpoint names the duties that it can be used before in `allowedBefore`.
 */
export const duties = {
  'change-password': 'password-change-needed',
  'set-up-second-factor': 'second-factor-needed',
} as const

export type Duty = keyof typeof duties
export const dutyNames = Object.keys(duties) as [Duty, ...Duty[]]

// Why it is built this way: docs/decisions/077-handhelds-have-tokens.md

import { handheldFragment, handheldHeader } from '@ats/contract/handheld-header.ts'

type ThisHandheld = { token: string; name: string }

const key = 'counting-handheld'
const tokenPattern = /^[\w-]{20,100}$/

/** Which handheld this device is; null: the browser of a person. */
export function thisHandheld(): ThisHandheld | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as ThisHandheld | null
  } catch {
    return null
  }
}

export const forgetHandheld = () => localStorage.removeItem(key)

/** What is sent of a handheld carries its token. */
export function handheldHeaders(): Record<string, string> {
  const handheld = thisHandheld()
  return handheld === null ? {} : { [handheldHeader]: handheld.token }
}

/** The handheld that a link makes this device; the part of the address behind `#`. */
export function handheldIn(hash: string): ThisHandheld | null {
  const given = new URLSearchParams(hash.replace(/^#/, ''))
  const [token, name] = [given.get(handheldFragment) ?? '', given.get('name')?.trim() ?? '']
  return tokenPattern.test(token) && name !== '' && name.length <= 100 ? { token, name } : null
}

export const becomeHandheld = (handheld: ThisHandheld) => localStorage.setItem(key, JSON.stringify(handheld))

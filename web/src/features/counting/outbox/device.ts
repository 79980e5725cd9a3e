import { thisHandheld } from './handheld.ts'

/** `randomUUID` is not available without HTTPS. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

const key = 'counting-device'

function deviceId(): string {
  const kept = localStorage.getItem(key)
  if (kept !== null) return kept
  const made = newId()
  localStorage.setItem(key, made)
  return made
}

const browsers = [
  ['Edge', /Edg/],
  ['Firefox', /Firefox|FxiOS/],
  ['Chrome', /Chrome|CriOS/],
  ['Safari', /Safari/],
] as const
const systems = [
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['Mac', /Mac OS/],
  ['Linux', /Linux/],
] as const

/** The name of a device that nobody has named. */
export function deviceName(agent: string): string {
  const named = (names: readonly (readonly [string, RegExp])[]) =>
    names.find(([, pattern]) => pattern.test(agent))?.[0]
  return [named(browsers) ?? 'Browser', named(systems)].filter(Boolean).join(' on ')
}

const nameKey = 'counting-device-name'

/** The name that a person gave to this device; empty if there is none. */
export const givenName = () => localStorage.getItem(nameKey) ?? ''

export const nameDevice = (name: string) =>
  name === '' ? localStorage.removeItem(nameKey) : localStorage.setItem(nameKey, name)

/** The device fields of every request. */
export const thisDevice = () => ({
  deviceId: deviceId(),
  device: (thisHandheld()?.name ?? givenName()) || deviceName(navigator.userAgent),
})

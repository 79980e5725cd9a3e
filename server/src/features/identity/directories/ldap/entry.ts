import type { LdapSettings } from '@ats/contract/identity/directory-settings.ts'
import type { Client, Entry } from 'ldapts'
import { DirectoryFailure } from './failure.ts'
import { isBelow, loginFilter } from './filter.ts'

/** A person as the directory describes them. */
export type Found = {
  dn: string
  subject: string
  email: string
  name: string
  lastname: string
  groups: string[]
}

/** The names of attributes ignore case. */
function valuesOf(entry: Entry, attribute: string): (string | Buffer)[] {
  const name = Object.keys(entry).find((key) => key.toLowerCase() === attribute.toLowerCase())
  return name === undefined ? [] : [entry[name] ?? []].flat()
}

const textsOf = (entry: Entry, attribute: string) =>
  valuesOf(entry, attribute).filter((value) => typeof value === 'string')

/** Active Directory stores the first three groups of an objectGUID with the lowest byte first. */
export function guidText(bytes: Buffer): string {
  if (bytes.length !== 16) throw new DirectoryFailure('malformed', new Error('an objectGUID has 16 bytes'))
  const order = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15]
  const hex = order.map((at) => bytes.toString('hex', at, at + 1)).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

const isGuid = (attribute: string) => attribute.toLowerCase() === 'objectguid'

export const isActiveDirectory = ({ subjectAttribute }: LdapSettings) => isGuid(subjectAttribute)

function subjectOf(entry: Entry, { subjectAttribute }: LdapSettings): string {
  const [value, ...more] = valuesOf(entry, subjectAttribute)
  if (value === undefined || value.length === 0 || more.length > 0)
    throw new DirectoryFailure('settings', new Error(`an entry must have one ${subjectAttribute}`))
  if (isGuid(subjectAttribute)) return guidText(Buffer.from(value))
  return value.toString()
}

/** Servers ignore more than case, such as widths and spaces; each variant would be a new login to the limits. */
const isSame = (left: string, right: string) => left.toLowerCase() === right.toLowerCase()

/** The one person with this login; undefined if there is none or more than one. */
export async function findPerson(
  client: Client,
  settings: LdapSettings,
  login: string,
): Promise<Found | undefined> {
  const { filter, attributes } = loginFilter(settings.filter, login)
  const compared = [...attributes, settings.loginAttribute]
  const { subjectAttribute, emailAttribute, nameAttribute, lastnameAttribute, groupAttribute } = settings
  const shown = [subjectAttribute, emailAttribute, nameAttribute, lastnameAttribute, groupAttribute]
  const { searchEntries } = await client.search(settings.baseDn, {
    ...{ scope: 'sub', filter, sizeLimit: 2, timeLimit: Math.ceil(settings.timeoutMs / 1000) },
    attributes: [...new Set([...shown, ...compared])],
    explicitBufferAttributes: ['objectGUID', subjectAttribute],
  })
  const [entry, ...others] = searchEntries
  if (entry === undefined || others.length > 0 || !isBelow(entry.dn, settings.baseDn)) return undefined
  const logins = compared.flatMap((attribute) => textsOf(entry, attribute))
  if (!logins.some((text) => isSame(text, login))) return undefined
  const first = (attribute: string) => textsOf(entry, attribute)[0]?.trim() ?? ''
  return {
    dn: entry.dn,
    subject: subjectOf(entry, settings),
    email: first(emailAttribute),
    name: first(nameAttribute),
    lastname: first(lastnameAttribute),
    groups: textsOf(entry, groupAttribute),
  }
}

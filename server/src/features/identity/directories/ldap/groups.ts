import type { LdapSettings } from '@ats/contract/identity/directory-settings.ts'
import { AndFilter, type Client, EqualityFilter, ExtensibleFilter, type Filter, OrFilter } from 'ldapts'
import { type Found, isActiveDirectory } from './entry.ts'

export const mostGroups = 1000
const mostDepth = 10
const membersPerSearch = 50
/** Active Directory follows a chain of groups itself. */
const inChain = '1.2.840.113556.1.4.1941'

async function groupsWith(client: Client, settings: LdapSettings, filter: Filter): Promise<string[]> {
  const { searchEntries } = await client.search(settings.baseDn, {
    ...{ scope: 'sub', filter, sizeLimit: mostGroups, timeLimit: Math.ceil(settings.timeoutMs / 1000) },
    attributes: ['1.1'],
  })
  return searchEntries.map(({ dn }) => dn)
}

/** The class comes first, because directories have an index for it, but seldom for `uniqueMember`. */
const groupsOfClass = (name: string, attribute: string, members: string[]) =>
  new AndFilter({
    filters: [
      new EqualityFilter({ attribute: 'objectClass', value: name }),
      new OrFilter({ filters: members.map((value) => new EqualityFilter({ attribute, value })) }),
    ],
  })

const membersIn = (names: string[]) =>
  new OrFilter({
    filters: [
      groupsOfClass('groupOfNames', 'member', names),
      groupsOfClass('groupOfUniqueNames', 'uniqueMember', names),
    ],
  })

/** Groups that contain the given names directly. */
async function parentsOf(client: Client, settings: LdapSettings, names: string[]): Promise<string[]> {
  const parents: string[] = []
  for (let at = 0; at < names.length && parents.length < mostGroups; at += membersPerSearch)
    parents.push(...(await groupsWith(client, settings, membersIn(names.slice(at, at + membersPerSearch)))))
  return parents
}

/** Groups with all groups that contain them, level by level; a group counts once, so cycles end. */
async function walkGroups(client: Client, settings: LdapSettings, { dn, groups }: Found) {
  const seen = new Map(groups.slice(0, mostGroups).map((group) => [group.toLowerCase(), group]))
  let level = [dn, ...seen.values()]
  for (let depth = 0; depth < mostDepth && level.length > 0 && seen.size < mostGroups; depth += 1) {
    const fresh = (await parentsOf(client, settings, level)).filter((name) => !seen.has(name.toLowerCase()))
    level = [...new Map(fresh.map((name) => [name.toLowerCase(), name])).values()]
    for (const name of level) seen.set(name.toLowerCase(), name)
  }
  return [...seen.values()].slice(0, mostGroups)
}

/** The groups of a person, with the groups that contain these if the settings say so. Never too many, maybe too few. */
export async function groupsOf(client: Client, settings: LdapSettings, person: Found): Promise<string[]> {
  if (!settings.nestedGroups) return person.groups.slice(0, mostGroups)
  if (!isActiveDirectory(settings)) return walkGroups(client, settings, person)
  const filter = new ExtensibleFilter({ matchType: 'member', rule: inChain, value: person.dn })
  const nested = await groupsWith(client, settings, filter)
  return [...new Set([...person.groups, ...nested])].slice(0, mostGroups)
}

import { expect, test, vi } from 'vitest'
import { ldapServer } from '#test/ldap-server.ts'
import {
  base,
  group,
  groupDn,
  lockedService,
  mailOf,
  personDn,
  personPassword,
  service,
  uidOf,
} from '../../../../../../scripts/ldap/people.ts'
import { groupsOf, mostGroups } from './groups.ts'
import { identify, type LdapDirectory, tryLdap } from './ldap.ts'

const twin = (number: number) =>
  [`dn: uid=twin${number},ou=people,${base}`, 'objectClass: inetOrgPerson', 'cn: Twin', 'sn: Twin']
    .concat(`uid: twin${number}`, 'mail: twins@example.org', `userPassword: ${personPassword}`)
    .join('\n')
const odd = (uid: string, mail: string) =>
  [`dn: uid=${uid},ou=people,${base}`, 'objectClass: inetOrgPerson', 'cn: Odd', 'sn: Odd']
    .concat(`uid: ${uid}`, `mail: ${mail}`, `userPassword: ${personPassword}`)
    .join('\n')
const referral = `dn: ou=elsewhere,${base}\nobjectClass: referral\nobjectClass: extensibleObject\nou: elsewhere\nref: ldap://192.0.2.1/ou=elsewhere,${base}`
const many = Array.from({ length: mostGroups + 200 }, (_, number) => group(`many-${number}`, [personDn(3)]))

const server = await ldapServer(10_000, [
  ...[twin(1), twin(2), referral, ...many],
  odd('star', 'st*r@example.org'),
  odd('paren', 'a)(uid=p00001@example.org'),
])

let made = 0
function directory(more: Record<string, unknown> = {}, secret = service.password): LdapDirectory {
  made += 1
  return { id: `directory ${made}`, settings: server.settings(more), secret }
}
const plain = directory()
const reasonOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'none',
    (error: { reason?: string }) => error.reason,
  )

test('one of ten thousand people is found by email, with what the directory says of them', async () => {
  expect(await identify(plain, mailOf(7777).toUpperCase(), personPassword)).toEqual({
    dn: personDn(7777),
    subject: expect.stringMatching(/^[0-9a-f-]{36}$/),
    email: mailOf(7777),
    name: 'Person7777',
    lastname: 'Example',
    groups: [groupDn('everybody')],
  })
})

test('the subject stays the same, and each person has another', async () => {
  const subjects = await Promise.all(
    [1, 1, 2].map(async (number) => (await identify(plain, mailOf(number), personPassword))?.subject),
  )
  expect(subjects[0]).toBe(subjects[1])
  expect(subjects[0]).not.toBe(subjects[2])
})

test.each([
  ['a wrong password', mailOf(5), 'not the password'],
  ['an unknown person', 'nobody@example.org', personPassword],
  ['an empty password', mailOf(5), ''],
  ['a blank password', mailOf(5), ' \t '],
  ['a password of NUL', mailOf(5), '\0'],
  ['a password that continues after NUL', mailOf(5), `${personPassword}\0`],
  ['a login of NUL', `${mailOf(5)}\0`, personPassword],
  ['a login with a line break', `${mailOf(5)}\n`, personPassword],
  ['an empty login', '', personPassword],
  ['two people with the same email', 'twins@example.org', personPassword],
  ['a star', '*', personPassword],
  ['a star in an email', 'p0000*@example.org', personPassword],
  ['closing and opening parentheses', `${mailOf(5)})(uid=*`, personPassword],
  ['an escaped star', '\\2a', personPassword],
  ['a filter', `(|(mail=${mailOf(5)}))`, personPassword],
  ['a DN', personDn(5), personPassword],
  ['other spaces', `${mailOf(5)} `, personPassword],
  ['wide letters', mailOf(5).replace('p', 'ｐ'), personPassword],
  ['a lone surrogate', '\ud800', personPassword],
  ['a long login', 'a'.repeat(100_000), personPassword],
])('%s identifies nobody', async (_name, login, password) => {
  expect(await identify(plain, login, password)).toBeUndefined()
})

test('characters of the filter syntax are ordinary in a login', async () => {
  expect((await identify(plain, 'st*r@example.org', personPassword))?.dn).toContain('uid=star,')
  expect((await identify(plain, 'a)(uid=p00001@example.org', personPassword))?.dn).toContain('uid=paren,')
})

test('a filter may name several attributes', async () => {
  const either = directory({ filter: '(&(objectClass=inetOrgPerson)(|(uid={login})(mail={login})))' })
  expect((await identify(either, uidOf(8), personPassword))?.dn).toBe(personDn(8))
  expect((await identify(either, mailOf(8), personPassword))?.dn).toBe(personDn(8))
})

test.each([
  ['unbalanced', '(mail={login}'],
  ['a substring', '(mail={login}*)'],
  ['an attribute', '({login}=x)'],
])('a filter that is %s is an error of the settings', async (_name, filter) => {
  expect(await reasonOf(identify(directory({ filter }), mailOf(1), personPassword))).toBe('settings')
})

test('StartTLS works, and an address without encryption only on this machine', async () => {
  const upgraded = directory({ url: server.url, startTls: true })
  expect((await identify(upgraded, mailOf(9), personPassword))?.dn).toBe(personDn(9))
  const local = directory({ url: server.url, caCertificate: null })
  expect((await identify(local, mailOf(9), personPassword))?.dn).toBe(personDn(9))
  const remote = { ...local, id: 'remote', settings: { ...local.settings, url: 'ldap://192.0.2.1' } }
  expect(await reasonOf(identify(remote, mailOf(9), personPassword))).toBe('not-encrypted')
})

test('groups of groups count only if the settings say so; the tenth level is the last and a cycle ends', async () => {
  const direct = await identify(plain, mailOf(1), personPassword)
  expect(direct?.groups.sort()).toEqual(['everybody', 'level-0', 'ring-0'].map(groupDn))
  const nested = await identify(directory({ nestedGroups: true }), mailOf(1), personPassword)
  const names = nested?.groups.map((dn) => /^cn=([^,]*)/.exec(dn)?.[1])
  expect(names).toEqual(expect.arrayContaining(['everybody', 'ring-0', 'ring-1', 'ring-2', 'level-9']))
  expect(names).not.toContain('level-11')
  expect(new Set(names).size).toBe(names?.length)
})

test('groups count without memberOf as well, up to a thousand', async () => {
  const person = await identify(
    directory({ nestedGroups: true, groupAttribute: 'ou' }),
    mailOf(3),
    personPassword,
  )
  expect(person?.groups).toHaveLength(mostGroups)
})

test('Active Directory follows the chain itself, in one search', async () => {
  const search = vi.fn(async () => ({ searchEntries: [{ dn: groupDn('outer') }], searchReferences: [] }))
  const settings = server.settings({ subjectAttribute: 'objectGUID', nestedGroups: true })
  const person = {
    dn: 'CN=A (b)*,DC=example',
    subject: '',
    email: '',
    name: '',
    lastname: '',
    groups: ['inner'],
  }
  const groups = await groupsOf({ search } as never, settings, person)
  expect(groups).toEqual(['inner', groupDn('outer')])
  const [, { filter }] = search.mock.calls[0] as unknown as [string, { filter: object }]
  expect(filter).toMatchObject({ rule: '1.2.840.113556.1.4.1941', matchType: 'member', value: person.dn })
})

test.each([
  ['a wrong password', service.dn, 'wrong'],
  ['a locked account', lockedService.dn, lockedService.password],
  ['an unknown account', `cn=nobody,${base}`, 'secret'],
  ['an empty password', service.dn, ''],
])(
  'a service account with %s is an error of the directory, not of the person',
  async (_name, bindDn, secret) => {
    expect(await reasonOf(identify(directory({ bindDn }, secret), mailOf(1), personPassword))).toBe(
      'service-account',
    )
    expect(await reasonOf(tryLdap(directory({ bindDn }, secret)))).toBe('service-account')
  },
)

test('a base that does not exist is an error of the settings', async () => {
  expect(await reasonOf(tryLdap(directory({ baseDn: 'dc=nowhere' })))).toBe('settings')
  expect(await reasonOf(tryLdap(plain))).toBe('none')
})

test('a referral is not followed', async () => {
  expect((await identify(plain, mailOf(1), personPassword))?.dn).toBe(personDn(1))
  const moved = directory({ baseDn: `ou=elsewhere,${base}` })
  expect(await reasonOf(identify(moved, mailOf(1), personPassword))).toBe('referral')
})

test('a stopped directory is unreachable, and works again once it is back, also through kept connections', async () => {
  expect(await identify(plain, mailOf(2), personPassword)).toBeDefined()
  await server.stop('SIGKILL')
  expect(await reasonOf(identify(plain, mailOf(2), personPassword))).toBe('unreachable')
  await server.start()
  expect((await identify(plain, mailOf(2), personPassword))?.dn).toBe(personDn(2))
})

test('changed settings take effect at once', async () => {
  const before = directory()
  expect(await identify(before, mailOf(4), personPassword)).toBeDefined()
  expect(await reasonOf(identify({ ...before, secret: 'changed' }, mailOf(4), personPassword))).toBe(
    'service-account',
  )
})

test('five hundred at once get a result, and more are asked to come back', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 600 }, (_, number) => identify(plain, mailOf(number), personPassword)),
  )
  const found = results.filter((one) => one.status === 'fulfilled' && one.value !== undefined).length
  const busy = results.filter((one) => one.status === 'rejected' && one.reason.code === 'unavailable').length
  expect({ found, busy }).toEqual({ found: 520, busy: 80 })
})

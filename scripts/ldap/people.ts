/** Generated people and groups of an LDAP directory. */
export type Size = { people: number; entries?: readonly string[] }

export const base = 'dc=example,dc=org'
export const service = { dn: `cn=service,${base}`, password: 'service-secret' }
export const lockedService = { dn: `cn=locked,${base}`, password: 'locked-secret' }
export const personPassword = 'Copper-Kettle-91'

export const uidOf = (number: number) => `p${`${number}`.padStart(5, '0')}`
export const mailOf = (number: number) => `${uidOf(number)}@example.org`
export const personDn = (number: number) => `uid=${uidOf(number)},ou=people,${base}`
export const groupDn = (name: string) => `cn=${name},ou=groups,${base}`

const account = ({ dn, password }: typeof service, ...more: string[]) =>
  [`dn: ${dn}`, 'objectClass: organizationalRole', 'objectClass: simpleSecurityObject']
    .concat(`cn: ${dn.slice(3, dn.indexOf(','))}`, `userPassword: ${password}`, more)
    .join('\n')

const person = (number: number) =>
  [
    `dn: ${personDn(number)}`,
    'objectClass: inetOrgPerson',
    `uid: ${uidOf(number)}`,
    `cn: Person ${number}`,
    `givenName: Person${number}`,
    'sn: Example',
    `mail: ${mailOf(number)}`,
    `userPassword: ${personPassword}`,
    // The overlay keeps this attribute only for changes made while the server runs.
    `memberOf: ${groupDn('everybody')}`,
    ...(number === 1 ? ['level-0', 'ring-0'].map((name) => `memberOf: ${groupDn(name)}`) : []),
  ].join('\n')

export const group = (name: string, members: readonly string[]) =>
  [`dn: ${groupDn(name)}`, 'objectClass: groupOfNames', `cn: ${name}`]
    .concat(members.map((member) => `member: ${member}`))
    .join('\n')

/** Without a policy, slapd ignores that an account is locked. */
const policy = `dn: cn=policy,${base}
objectClass: device
objectClass: pwdPolicy
cn: policy
pwdAttribute: userPassword
pwdLockout: TRUE`

const counted = (count: number) => Array.from({ length: count }, (_, number) => number)

/** `level-0` is in `level-1` and so on, up to 30; `ring-0` to `ring-2` contain each other. */
const nested = () => [
  group('level-0', [personDn(1)]),
  ...counted(30).map((level) => group(`level-${level + 1}`, [groupDn(`level-${level}`)])),
  group('ring-0', [personDn(1), groupDn('ring-2')]),
  group('ring-1', [groupDn('ring-0')]),
  group('ring-2', [groupDn('ring-1')]),
]

const unit = (name: string) => `dn: ou=${name},${base}\nobjectClass: organizationalUnit\nou: ${name}`

/** Person 1 is in nested groups, everybody is in `everybody`; all have the same password. */
export const ldifOf = ({ people, entries = [] }: Size): string =>
  [
    `dn: ${base}\nobjectClass: dcObject\nobjectClass: organization\ndc: example\no: Example`,
    policy,
    account(service),
    account(lockedService, 'pwdAccountLockedTime: 000001010000Z'),
    ...[unit('people'), unit('groups')],
    ...counted(people).map(person),
    group('everybody', counted(people).map(personDn)),
    ...nested(),
    ...entries,
  ].join('\n\n')

import { kind } from '../record-kind.ts'

export const verificationKinds = {
  'verification-programme': kind({
    table: 'verification_programmes',
    name: 'name',
    actions: ['created', 'changed', 'line-changed', 'retired'],
    seenWith: 'reports',
    within: 'place',
    exports: [],
    screen: { path: '/dashboard/$location/verification/$id' },
  }),
}

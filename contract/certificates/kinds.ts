import { kind } from '../record-kind.ts'

export const certificateKinds = {
  certificate: kind({
    table: 'certificates',
    name: 'number',
    actions: ['created', 'signed', 'link-made'],
    seenWith: 'reports',
    within: 'place',
    exports: [],
    screen: { path: '/dashboard/$location/certificates/$id' },
  }),
}

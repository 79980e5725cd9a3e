import type { Notification } from '@ats/contract/notifications.ts'
import { assetManagers } from './recipients.ts'
import type { Rule } from './rule.ts'

const ofAssets = {
  recipients: assetManagers,
  permission: 'manage-asset',
  mail: 'off',
} as const

const panelOf = ({ count, recordId }: Notification) =>
  `/dashboard/default/manage-asset/view-assets${count === 1 ? `?asset=${recordId}` : ''}`

/** Sightings of readers that somebody should check. */
export const sightingRules: Record<'asset-left-property' | 'asset-seen-elsewhere' | 'reader-silent', Rule> = {
  'asset-left-property': {
    ...ofAssets,
    actions: ['asset.left-property'],
    title: ({ count, subject }) =>
      count === 1 ? `${subject ?? 'An asset'} left its property` : `${count} assets left their property`,
    screen: panelOf,
  },
  'asset-seen-elsewhere': {
    ...ofAssets,
    actions: ['asset.seen-elsewhere'],
    title: ({ count, subject }) =>
      count === 1
        ? `${subject ?? 'An asset'} was seen in another room`
        : `${count} assets were seen in other rooms`,
    screen: panelOf,
  },
  'reader-silent': {
    ...ofAssets,
    actions: ['reader.silent'],
    title: ({ count, subject }) =>
      count === 1 ? `The reader ${subject ?? ''} is silent` : `${count} readers are silent`,
    screen: () => '/dashboard/default/manage-asset/readers',
  },
}

/**
 * Words used in addresses in the position of a city: a city with such a name could not be opened. Words of
 * planned screens are included.
 */
export const routeWords: ReadonlySet<string> = new Set([
  ...['default', 'counts', 'asset-list', 'users', 'view-roles', 'add-role', 'change-password', 'audit-log'],
  ...[
    'masters',
    'places',
    'floors',
    'manage-asset',
    'manage-assets',
    'asset-state-change',
    'unknown-tags',
    'investigations',
    'verification',
    'certificates',
    'auditor',
    'readers',
    'live',
    'seen-elsewhere',
    'dead-letters',
    'webhooks',
    'print-jobs',
    'label-printers',
    'handhelds',
    'tagging',
    'programs',
    'directories',
    'security',
  ],
  ...[
    'asset-wise',
    'physical-inventory',
    'deleted-assets',
    'reports',
    'report',
    'print-report',
    'count',
    'scan',
  ],
  ...['profile', 'notifications', 'exports', 'views', 'help-desk', 'requests', 'request'],
  ...['landing-v2', 'products', 'categories', 'orders', 'reviews'],
])

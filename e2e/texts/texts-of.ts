import { masterScreens } from '../support/masters.ts'
import type { Row } from './scene.ts'
import { shopTexts } from './shop.ts'

const cities: Row[] = ['Indore', 'Mumbai', 'Bangalore', 'Delhi', 'Pune'].map((city) => [9, city, 'option'])
const pageSizes: Row[] = ['10', '15', '20', '25', '30'].map((size) => [9, size, 'option'])
const pictures = 'SVG, PNG, JPG or GIF (MAX. 800x400px)'

const signIn: Record<string, Row[]> = {
  login: [
    [2, 'Asset Tracking Solution', 'link'],
    [2, 'Email'],
    [2, 'Password'],
    [2, 'Forgot password?'],
    [2, /^Welcome/],
    [2, 'Login now'],
  ],
  'login-refused': [[5, 'Please enter valid credentials']],
  register: [
    [2, 'Asset Tracking Solution', 'link'],
    [2, 'Name'],
    [2, 'Email'],
    [2, 'Password'],
    [2, 'Confirm password'],
    [2, 'Register now'],
    [2, 'Login'],
  ],
  'register-errors': [[5, 'Name is required!']],
}

const shell: Record<string, Row[]> = {
  dashboard: [
    [2, 'Asset Tracking'],
    [2, 'Dashboard'],
    [2, 'Admin & Role Listing'],
    [2, 'Masters'],
    [2, 'Manage Asset'],
    [2, 'Report'],
    [2, 'Total Registered Assets'],
    [2, 'Total Registered MM'],
    [2, 'Total Registered Property'],
    [2, 'Total Deleted Assets'],
    [2, 'Total Registered Users'],
  ],
  'dashboard-failed': [
    [2, 'Error loading dashboard data'],
    [8, 'Error loading dashboard data'],
  ],
  'help-desk': [
    [2, 'Help Desk'],
    [2, 'Get Help'],
    [2, 'Welcome to the Help Desk. How can we assist you today?'],
    [2, 'FAQ'],
  ],
  unauthorized: [
    [2, 'You are not authorized to view this page.'],
    [8, 'You are not authorized to view this page.'],
  ],
  'master-read-only': [
    [2, 'Asset Tracking Solution', 'link'],
    [2, 'EN'],
    [2, 'Farah Khan'],
    [2, 'Sub User'],
    [2, 'Logout'],
  ],
}

const users: Record<string, Row[]> = {
  users: [
    [2, 'User List'],
    [2, 'ID'],
    [2, 'User Name'],
    [2, 'Email ID'],
    [2, 'Role'],
    [2, 'Options'],
    [2, 'Edit'],
    [2, 'Delete'],
    [2, 'Export'],
    [2, 'Add User'],
    [2, 'Dashboard > Admin Role Listing > User List', 'crumbs'],
    [2, 'Previous'],
    [2, 'Next'],
    [9, /^Showing 1 to 10 of \d+ entries$/],
    [9, 'Rows per page:'],
    ...pageSizes,
  ],
  'users-none': [[8, 'There are no records to display']],
  'users-delete': [[8, 'Are you sure you want to delete this user?']],
  'add-user': [
    [2, 'Add New User'],
    [2, 'Name'],
    [2, 'Email'],
    [2, 'Password'],
    [2, 'Confirm password'],
    [2, 'Role'],
    [2, 'Location'],
    [2, 'Save User'],
    [5, 'Admin', 'option'],
    [5, 'User', 'option'],
    ...cities,
  ],
  'edit-user': [
    [2, 'Edit user'],
    [2, 'Name'],
    [2, 'Lastname'],
    [2, 'Email'],
    [2, 'Password'],
    [2, 'Confirm password'],
    [2, 'Role'],
    [2, 'User image'],
    [2, pictures],
  ],
}

const rolesAndAccount: Record<string, Row[]> = {
  'view-roles': [
    [2, 'View Roles'],
    [2, 'ID'],
    [2, 'Role Name'],
    [2, 'Edit'],
    [2, 'Admin'],
    [2, 'User'],
    [2, 'Sub User'],
    [2, 'User Management'],
    [2, 'Super Admin'],
    [2, 'Previous'],
    [2, 'Next'],
    [2, /^Showing 1 to \d+ of \d+ entries$/],
  ],
  'add-role': [
    [2, 'Add Role'],
    [2, 'Role Name'],
    [2, 'User Management', 'field'],
    [2, 'Master', 'field'],
    [2, 'Manage Asset', 'field'],
    [2, 'Reports', 'field'],
  ],
  'change-password': [
    [2, 'Change Password'],
    [2, /^Old\b/],
    [2, /^New\b/],
    [2, /^Confirm\b/],
  ],
  'change-password-errors': [[5, 'Please fill in all fields.']],
  profile: [
    [2, 'Your Profile'],
    [2, 'Asha Rao'],
    [2, 'Job title'],
    [2, 'Change profile picture'],
    [2, 'Username'],
    [2, 'Email'],
    [2, 'New password'],
    [2, 'Confirm new password'],
    [2, 'Update profile'],
    [2, pictures],
  ],
}

const assets: Record<string, Row[]> = {
  'asset-registration': [
    [2, 'Asset Registration'],
    [2, 'RFID Tag'],
    [2, 'Asset Name'],
    [2, 'Assigned User'],
    [2, 'Location'],
    [2, 'Image'],
    [2, pictures],
    ...cities,
  ],
  assets: [
    [2, 'View Assets'],
    [2, 'No Image'],
    [2, 'N/A'],
    [9, 'Showing 1 to 5 of 5 entries'],
  ],
  'assets-none': [[8, 'There are no records to display']],
  'asset-delete': [[8, 'Are you sure you want to delete this asset?']],
  'delete-failed': [[8, 'Failed to delete asset.']],
  'deleted-assets': [[2, 'Deleted Assets'], [9, 'Rows per page:'], [9, '1-5 of 5'], ...pageSizes],
  'asset-wise': [
    [2, 'Dashboard > Reports', 'crumbs'],
    [2, 'Asset Wise Report'],
    ...[
      'RFID Tag Id',
      'Asset Tag Id',
      'MM',
      'Property',
      'City',
      'Asset State',
      'From Date',
      'To Date',
      'Submit',
    ].map((text): Row => [2, text]),
    [2, 'Working', 'option'],
    [2, 'Not-Working', 'option'],
    [9, 'Rows per page:'],
    [9, '1-1 of 1'],
    ...pageSizes,
  ],
}

/** The specification calls the column 'name'; each screen uses the full label. */
const masters: Record<string, Row[]> = Object.fromEntries(
  Object.entries(masterScreens).map(([kind, { title, field }]): [string, Row[]] => [
    `master-${kind}`,
    [
      [2, `Dashboard > Masters > ${title}`, 'crumbs'],
      [2, title],
      [2, field],
      [2, 'Submit'],
      [2, 'Sl No'],
      [2, 'ID'],
      [2, 'Created By'],
      [2, 'Action'],
      [2, 'Edit'],
      [2, 'Delete'],
      [2, 'Previous'],
      [2, 'Next'],
      [9, 'Showing 1 to 3 of 3 entries'],
      [9, 'Rows per page:'],
    ],
  ]),
)

const importsAndRequests: Record<string, Row[]> = {
  'master-none': [[8, 'There are no records to display']],
  'import-start': [
    [2, 'Dashboard > Manage Asset', 'crumbs'],
    [2, 'Bulk Asset Registration'],
    [2, 'Download sample file'],
    [2, 'Choose file'],
    [2, 'Upload'],
  ],
  'import-no-file': [[5, 'Please select a file to upload.']],
  'import-preview': [[8, 'File uploaded: inventory-2026-second-floor.csv']],
  requests: [
    [2, 'Asset State Change Request'],
    [2, 'Dashboard > Manage Asset > Asset State Change Request', 'crumbs'],
    [2, 'Id'],
    [2, 'RFID Tag Id'],
    [2, 'Asset Tag Id'],
    [2, 'Current State'],
    [2, 'New State'],
    [2, 'Created By'],
    [2, 'Created At'],
    [4, 'Working'],
    [4, 'Not-Working'],
    [9, 'Rows per page:'],
    [9, '1-4 of 4'],
    ...pageSizes,
  ],
  queue: [[2, 'Manage Assets'], [2, 'Accept'], [2, 'Deny'], [9, 'Rows per page:'], ...pageSizes],
  'queue-empty': [[8, 'There are no records to display']],
  notifications: [
    [2, 'Notifications'],
    [2, 'Set all as read'],
  ],
}

const inventories: Record<string, Row[]> = {
  inventories: [
    [2, 'Dashboard > Reports', 'crumbs'],
    [2, 'Physical Inventory Report'],
    [2, 'From Date'],
    [2, 'To Date'],
    [2, 'Submit'],
    [2, 'Sl.No'],
    [2, 'Inventory Id'],
    [2, 'Inventory Date'],
    [2, 'MM'],
    [2, 'Property'],
    [2, 'Total'],
    [2, 'Found'],
    [2, 'Not Found'],
    [2, 'Access'],
    [2, 'Created By'],
    [9, 'Rows per page:'],
    [9, '1-5 of 5'],
    ...pageSizes,
  ],
  'inventories-none': [[8, 'There are no records to display']],
}

/** The texts that the specification prescribes for a screen, by the scene that shows them. */
export const textsOf: Readonly<Record<string, readonly Row[]>> = {
  ...signIn,
  ...shell,
  ...users,
  ...rolesAndAccount,
  ...assets,
  ...masters,
  ...importsAndRequests,
  ...inventories,
  ...shopTexts,
}

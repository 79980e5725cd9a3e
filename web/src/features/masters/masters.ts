import { useAddMaster } from './queries.ts'
import { useWhyNotAdded } from './rules.ts'
import { VendorSelect, vendorById } from './vendor-select.tsx'

/** Public exports for other features: adding a record, whether the person may, and a field for vendors. */
export { useAddMaster, useWhyNotAdded, VendorSelect, vendorById }

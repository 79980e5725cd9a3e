import { auditExport } from './exports.ts'

export const auditExports = { audit: auditExport }

import { exports, type NewExport } from '@ats/contract/exports.ts'
import { useState } from 'react'
import { messageOf } from '#kernel/http/api-error.ts'
import { call } from '#kernel/http/call.ts'
import { m } from '#texts'
import { toast } from '#ui/toast/toast.ts'
import { downloadExport, expectHere } from './export-calls.ts'
import { followExport } from './resume-exports.tsx'

/** A CSV download starts immediately; a workbook is followed until it is ready. */
export function useStartExport() {
  const [busy, setBusy] = useState(false)
  const start = async (wish: NewExport) => {
    setBusy(true)
    try {
      const { export: made } = await call(exports.create, { body: wish })
      if (made.format === 'csv') {
        await downloadExport(made.id)
        toast.success(m.exports_started())
      } else {
        expectHere(made.id)
        followExport(made.id)
      }
    } catch (error) {
      toast.failure(m.exports_failed(), messageOf(error, ''))
    } finally {
      setBusy(false)
    }
  }
  return { start, busy }
}

import type { AssetImport } from '@ats/contract/imports.ts'
import { counted, formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'

type Counts = Pick<AssetImport['counts'], 'new' | 'changed' | 'wrong'>

/** '4 assets registered, 2 changed, 1 row skipped.'; parts that are zero are omitted. */
export function resultText({ new: fresh, changed, wrong }: Counts): string {
  const registered = fresh > 0 && counted(fresh, m.imports_registered_one, m.imports_registered)
  const shortly = () => m.imports_changed_more({ count: formatNumber(changed) })
  const altered =
    changed > 0 && (registered ? shortly() : counted(changed, m.imports_changed_one, m.imports_changed))
  const skipped = wrong > 0 && counted(wrong, m.imports_skipped_one, m.imports_skipped)
  const done = [registered, altered].filter((part) => part !== false)
  const parts = [...(done.length === 0 ? [m.imports_none_done()] : done), ...(skipped ? [skipped] : [])]
  return m.imports_sentence({ parts: parts.join(', ') })
}

/** The text of the button that applies the import. */
export function applyText({ new: fresh, changed }: Counts): string {
  if (fresh > 0 && changed > 0)
    return m.imports_apply_both({ fresh: formatNumber(fresh), changed: formatNumber(changed) })
  if (fresh > 0) return counted(fresh, m.imports_apply_new_one, m.imports_apply_new)
  if (changed > 0) return counted(changed, m.imports_apply_change_one, m.imports_apply_change)
  return m.imports_nothing_to_do()
}

/** Where the assets are after an undo or a cancel; empty if nothing was reverted. */
export function takenBackTexts({
  binned,
  reverted,
  kept,
}: Pick<AssetImport, 'binned' | 'reverted' | 'kept'>) {
  return [
    binned > 0 && counted(binned, m.imports_binned_one, m.imports_binned),
    reverted > 0 && counted(reverted, m.imports_reverted_one, m.imports_reverted),
    kept > 0 && counted(kept, m.imports_kept_one, m.imports_kept),
  ].filter((text) => text !== false)
}

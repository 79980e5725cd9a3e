/** Asks each open form whether it holds changes that would be lost. */
const forms = new Set<() => boolean>()

export const hasUnsavedChanges = () => [...forms].some((unsaved) => unsaved())

export function watchUnsaved(unsaved: () => boolean) {
  forms.add(unsaved)
  return () => {
    forms.delete(unsaved)
  }
}

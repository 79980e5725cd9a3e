/** One callback per open form, which returns whether the form has unsaved changes. */
const forms = new Set<() => boolean>()

export const hasUnsavedChanges = () => [...forms].some((unsaved) => unsaved())

export function watchUnsaved(unsaved: () => boolean) {
  forms.add(unsaved)
  return () => {
    forms.delete(unsaved)
  }
}

import { loadAppFile } from '#kernel/device/app-files.ts'
import type { Action } from './show-toast.tsx'

/** Loaded with the place where toasts appear, soon after any screen. */
export const loadToast = () => loadAppFile(() => import('./show-toast.tsx'))

/** Short news that needs no answer. Validation and load failures stay on the page instead. */
export const toast = {
  success: (message: string, action?: Action) =>
    void loadToast().then(({ showSuccess }) => showSuccess(message, action), ignore),
  failure: (message: string, reason?: string) =>
    void loadToast().then(({ showFailure }) => showFailure(message, reason), ignore),
}

const ignore = () => undefined

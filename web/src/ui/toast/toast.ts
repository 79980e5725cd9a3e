import { loadAppFile } from '#kernel/device/app-files.ts'
import type { Action } from './show-toast.tsx'

/** Loaded together with `Toasts`, soon after the first screen. */
export const loadToast = () => loadAppFile(() => import('./show-toast.tsx'))

/** Short messages that need no answer. Validation and load errors are shown on the page instead. */
export const toast = {
  success: (message: string, action?: Action) =>
    void loadToast().then(({ showSuccess }) => showSuccess(message, action), ignore),
  failure: (message: string, reason?: string, action?: Action) =>
    void loadToast().then(({ showFailure }) => showFailure(message, reason, action), ignore),
}

const ignore = () => undefined

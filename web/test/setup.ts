import '@mantine/core/styles.css'
import '../src/base.css'
import { notifications } from '@mantine/notifications'
import { afterEach, beforeEach } from 'vitest'
import { cleanup } from 'vitest-browser-react/pure'
import { queryClient } from '#kernel/http/query-client.ts'
import { forgetResponses } from './responses.ts'
import { signInAs } from './show.tsx'

// Files that run at the same time share the storage of the browser; a test follows only its own sign-ins.
globalThis.addEventListener('storage', (event) => event.isTrusted && event.stopImmediatePropagation(), {
  capture: true,
})

beforeEach(() => signInAs())

afterEach(async () => {
  await cleanup()
  queryClient.clear()
  notifications.clean()
  forgetResponses()
  localStorage.clear()
})

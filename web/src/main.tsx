import '#kernel/http/security.ts'
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/noto-sans-devanagari/wght.css'
import '@mantine/core/styles.css'
import './base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { PartNotLoaded } from '#kernel/device/app-files.ts'
import { App } from './app.tsx'

/**
 * A file that cannot be loaded is shown on the screen and in the browser's network log; any other error is a
 * defect.
 */
const tell = (error: unknown) => {
  if (!(error instanceof PartNotLoaded)) console.error(error)
}

const root = document.getElementById('root')
if (root !== null) {
  createRoot(root, { onCaughtError: tell }).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

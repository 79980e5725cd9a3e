import { MantineProvider, useComputedColorScheme } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { markDocument, readableColors, theme, themeManager } from '#kernel/device/theme.ts'
import { styleNonce } from '#kernel/http/security.ts'
import { useLanguage } from '#kernel/words/language.ts'
import { router } from './router.tsx'

const colorSchemes = themeManager()

export function App() {
  const language = useLanguage()
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={readableColors}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemes}
      getStyleNonce={() => styleNonce}
    >
      <DocumentClass />
      <RouterProvider router={router} />
    </MantineProvider>
  )
}

function DocumentClass() {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  useEffect(() => markDocument(scheme), [scheme])
  return null
}

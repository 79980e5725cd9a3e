import { workerAddress } from '#kernel/device/offline-cache.ts'

/**
 * Must be imported first. Mantine inserts style rules through innerHTML, so the Trusted Types policy allows
 * text that cannot open a tag, and nothing else. The only script URL it allows is that of our service worker.
 */
type Policy = { createHTML(text: string): string; createScriptURL(text: string): string }
type TrustedTypes = { createPolicy(name: string, policy: Policy): unknown }

const refuse = (what: string): never => {
  throw new TypeError(`${what} refused`)
}

const page = globalThis as {
  trustedTypes?: TrustedTypes
  __webpack_nonce__?: string
  __zod_globalConfig?: { jitless?: boolean }
}

page.trustedTypes?.createPolicy('default', {
  createHTML: (text) => (text.includes('<') ? refuse('Markup') : text),
  createScriptURL: (text) => (text === workerAddress ? text : refuse('Script address')),
})

export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? ''

/** The scroll lock of dialogs reads its nonce from this variable. */
page.__webpack_nonce__ = styleNonce

/** Otherwise zod tries to compile schemas with `new Function`, which the content security policy forbids. */
page.__zod_globalConfig = { ...page.__zod_globalConfig, jitless: true }

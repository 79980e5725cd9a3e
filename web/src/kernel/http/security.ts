import { workerAddress } from '#kernel/device/offline-cache.ts'

/**
 * Imported before anything else. Mantine puts its style rules in through innerHTML, so the policy lets text pass
 * that cannot open a tag, and nothing else; script addresses are refused but for our own service worker's.
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

/** The scroll lock of dialogs reads its nonce from this name. */
page.__webpack_nonce__ = styleNonce

/** Zod would otherwise try to compile schemas with `new Function`, which the content policy forbids. */
page.__zod_globalConfig = { ...page.__zod_globalConfig, jitless: true }

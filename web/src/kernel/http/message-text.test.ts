import { messages } from '@ats/contract/problems.ts'
import { expect, test, vi } from 'vitest'
import hindi from '../../../messages/problems/hi.json' with { type: 'json' }

// The catalogue reads the person's language from the browser.
vi.stubGlobal('localStorage', { getItem: () => 'hi' })
const { messageText, issueText } = await import('./message-text.ts')

const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()

test('the Hindi catalogue has a text for every code, with the same parameters', () => {
  const texts: Record<string, string> = hindi
  expect(Object.keys(messages).filter((code) => !texts[code]?.trim())).toEqual([])
  expect(Object.keys(texts).filter((code) => !(code in messages))).toEqual([])
  for (const [code, { text }] of Object.entries(messages))
    expect([code, placeholders(texts[code] ?? '')]).toEqual([code, placeholders(text)])
})

test('a message of the server is shown in the language of the person', async () => {
  const said = {
    message: 'This tag is already on A0000001 (Chair).',
    code: 'tag-on-asset' as const,
    params: { assetTagId: 'A0000001', assetName: 'Chair' },
  }
  await expect.poll(() => messageText(said)).toBe('यह टैग पहले से A0000001 (Chair) पर है।')
})

test('an unknown code or a message without a code is shown in English', () => {
  expect(messageText({ message: 'Something new.', code: 'something-new' as 'done' })).toBe('Something new.')
  expect(messageText({ message: 'It broke.', code: null })).toBe('It broke.')
})

test('a code of a schema is shown as its text, and a text of a form stays as it is', () => {
  expect(issueText({ message: 'name-required' })).toBe('नाम आवश्यक है!')
  expect(issueText(Object.assign({ message: 'text-too-long' }, { maximum: 200 }))).toContain('200')
  expect(issueText({ message: 'एक टेक्स्ट' })).toBe('एक टेक्स्ट')
})

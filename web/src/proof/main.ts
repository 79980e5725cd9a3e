import type { Finding } from '@ats/contract/ledger/check.ts'
import { type CheckedStretch, checkStretch } from '@ats/contract/ledger/stretch.ts'
import { browserCrypto } from './crypto.ts'
import { linesOf, witnessesIn } from './lines.ts'
import css from './proof.css?inline'
import { type ProofTexts, proofTexts } from './texts.ts'

// A page without a framework: an auditor can read all of it.

type Language = keyof typeof proofTexts
type Children = readonly (Node | string)[]

const isLanguage = (name: string | undefined): name is Language => name === 'en' || name === 'hi'
const preferred = navigator.language.slice(0, 2)
let language: Language = isLanguage(preferred) ? preferred : 'en'

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  facts: Partial<HTMLElementTagNameMap[K]>,
  ...children: Children
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(name), facts)
  made.append(...children)
  return made
}

const field = (label: string, hint: string, control: HTMLElement) =>
  element('label', {}, label, control, element('small', {}, hint))

const number = (value: number) => value.toLocaleString(language === 'hi' ? 'hi-IN' : 'en')

function findingLine(t: ProofTexts, { kind, seal, entry, detail }: Finding) {
  const subject =
    entry === null ? `${t.seal} ${seal}` : `${t.entry} ${entry}${seal === null ? '' : ` (${t.seal} ${seal})`}`
  return element('li', {}, `${subject} ${t.kinds[kind]}${detail === undefined ? '' : `: ${detail}`}`)
}

function facts(t: ProofTexts, { origin, seals, entries, removals, unsealed, first, last }: CheckedStretch) {
  const rows: [string, string][] = [
    [t.origin, origin],
    [
      t.seals,
      first === undefined || last === undefined ? '0' : `${number(seals)} (${first.number}–${last.number})`,
    ],
    [t.entries, number(entries)],
    [t.removals, number(removals)],
    [t.unsealed, number(unsealed)],
    [t.last, last === undefined ? '–' : `${last.number}, ${last.sealedAt}, ${last.hash}`],
  ]
  return element(
    'dl',
    {},
    ...rows.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]),
  )
}

function result(t: ProofTexts, checked: CheckedStretch, hasKey: boolean): Children {
  const doubts = [
    ...(checked.isWhole ? [] : [t.cut]),
    ...(checked.isSignatureChecked ? [] : [t.noSignature]),
    ...(hasKey ? [] : [t.noKey]),
  ]
  const isGood = checked.findings.length === 0 && checked.isWhole
  return [
    element('h2', { className: isGood ? 'good' : 'bad' }, isGood ? t.whole : t.findings),
    ...doubts.map((doubt) => element('p', { className: 'bad' }, doubt)),
    facts(t, checked),
    element('ol', {}, ...checked.findings.map((finding) => findingLine(t, finding))),
    ...(checked.findings.length < 1000 ? [] : [element('p', {}, t.more)]),
  ]
}

type Controls = {
  file: HTMLInputElement
  key: HTMLInputElement
  witness: HTMLTextAreaElement
  output: HTMLElement
}

async function check(t: ProofTexts, { file, key, witness, output }: Controls) {
  const chosen = file.files?.[0]
  if (chosen === undefined) {
    file.reportValidity()
    return
  }
  const progress = element('progress', { max: chosen.size, value: 0, ariaLabel: t.checking })
  output.replaceChildren(progress)
  const keys = key.value.trim() === '' ? [] : [key.value.replaceAll(/\s/g, '').toLowerCase()]
  const lines = linesOf(chosen, (bytes) => {
    progress.value = bytes
  })
  try {
    const known = { crypto: browserCrypto, keys, witnessed: witnessesIn(witness.value) }
    output.replaceChildren(...result(t, await checkStretch(lines, known), keys.length > 0))
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    output.replaceChildren(element('h2', { className: 'bad' }, t.unread), element('p', {}, said))
  }
}

function draw() {
  const t = proofTexts[language]
  document.documentElement.lang = language
  document.title = t.title
  const controls: Controls = {
    file: element('input', { type: 'file', required: true }),
    key: element('input', { type: 'text', spellcheck: false, autocomplete: 'off' }),
    witness: element('textarea', { rows: 3, spellcheck: false }),
    output: element('section', { ariaLive: 'polite' }),
  }
  const form = element(
    'form',
    {
      onsubmit: (event) => {
        event.preventDefault()
        void check(t, controls)
      },
    },
    field(t.file, '', controls.file),
    field(t.key, t.keyHint, controls.key),
    field(t.witness, t.witnessHint, controls.witness),
    element('button', { type: 'submit' }, t.check),
  )
  const other = element('button', { type: 'button' }, t.language)
  other.lang = language === 'en' ? 'hi' : 'en'
  other.onclick = () => {
    language = language === 'en' ? 'hi' : 'en'
    draw()
  }
  const head = element('header', {}, element('h1', {}, t.title), other)
  document.querySelector('main')?.replaceChildren(head, element('p', {}, t.intro), form, controls.output)
}

document.head.append(element('style', {}, css))
draw()

import type { Me } from '@ats/contract/identity/sessions.ts'
import { assetReaders } from '@ats/contract/permissions.ts'
import { home, paletteGroups } from '#app/menu.ts'
import type { Finding, FoundAction } from '#kernel/address/finder.ts'
import { type ScreenTo, screenLink } from '#kernel/address/location.ts'
import { isPermitted } from '#kernel/address/screen.ts'
import { type Recent, recentRecords, screenUses } from '#kernel/device/recent.ts'
import { m } from '#texts'
import { panelLink } from '#ui/dialog/panel-link.tsx'

const mostOften = 5

/** The screens that a person may open, each once, with the group that lists it. */
export function screensOf(person: Me | undefined) {
  const all = [
    { ...home, group: m.app_sidebar_title() },
    ...paletteGroups(person).flatMap((group) =>
      group.items.map((item) => ({ ...item, group: group.label() })),
    ),
  ]
  const seen = new Set<ScreenTo>()
  return all.filter(({ to }) => !seen.has(to) && seen.add(to))
}

/** The screens that the person opens most often; one visit is no habit. */
export function oftenUsed(person: Me | undefined, city: string): Finding[] {
  const uses = screenUses()
  const count = (to: ScreenTo) => uses[to] ?? 0
  return screensOf(person)
    .filter(({ to }) => count(to) > 1)
    .toSorted((a, b) => count(b.to) - count(a.to))
    .slice(0, mostOften)
    .map(({ to, label, group }) => ({
      ...{ id: `often-${to}`, text: label(), detail: group },
      link: screenLink(to, city),
    }))
}

function linkOf({ kind, id }: Recent, city: string): Finding['link'] {
  if (kind !== 'inventory') return panelLink(id, kind) as Finding['link']
  const { search = {} } = screenLink('/dashboard/physical-inventory', city)
  return { to: '/dashboard/physical-inventory/$id', params: { id }, search }
}

/** The records that the person opened last on this device. */
export function recentlyOpened(person: Me | undefined, city: string): Finding[] {
  const opensAssets = isPermitted(assetReaders, person?.permissions ?? [])
  return recentRecords()
    .filter(({ kind }) => kind !== 'asset' || opensAssets)
    .map((record) => ({
      ...{ id: `recent-${record.id}`, text: record.text, detail: record.detail },
      link: linkOf(record, city),
    }))
}

/** What the list on the screen offers for its selected rows, read from its bar. */
export function forSelection(): { label: string; actions: FoundAction[] } {
  const bar = document.querySelector<HTMLElement>('[data-bulk]')
  const buttons = [...(bar?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? [])]
  return {
    label: bar?.closest('section')?.getAttribute('aria-label') ?? '',
    actions: buttons.map((button, at) => ({
      ...{ id: `selection-${at}`, text: button.textContent ?? '', detail: '' },
      act: () => {
        button.focus()
        button.click()
      },
    })),
  }
}

const mostOfOne = 200

/**
 * Real values from responses: ids of every kind, tags, names, cursors. Sent back, they take a request past
 * its first check, where made-up values fail.
 */
export type Known = {
  learn(group: string, answer: unknown): void
  /** Values of properties with this name in any response. */
  named(name: string): string[]
  /** Ids from responses of this group of endpoints. */
  ids(group: string): string[]
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

export function knownValues(): Known {
  const names = new Map<string, string[]>()
  const groups = new Map<string, string[]>()
  let turn = 0

  function keep(lists: Map<string, string[]>, name: string, text: string) {
    const list = lists.get(name) ?? []
    lists.set(name, list)
    turn += 1
    if (list.includes(text)) return
    if (list.length < mostOfOne) list.push(text)
    else list[turn % mostOfOne] = text
  }

  function learn(group: string, answer: unknown, name = 'value'): void {
    if (Array.isArray(answer)) for (const item of answer) learn(group, item, name)
    else if (typeof answer === 'object' && answer !== null)
      for (const [field, value] of Object.entries(answer)) learn(group, value, field)
    else if (typeof answer === 'string' && answer !== '' && answer.length <= 2000) {
      keep(names, name, answer)
      if (isId(answer)) keep(groups, group, answer)
    }
  }

  return {
    learn,
    named: (name) => names.get(name) ?? [],
    ids: (group) => groups.get(group) ?? [],
  }
}

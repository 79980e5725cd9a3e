import { m } from '#texts'

const meanings: Record<string, () => string> = {
  MM: m.common_mm_meaning,
  AoU: m.common_aou_meaning,
  एमएम: m.common_mm_meaning,
  एओयू: m.common_aou_meaning,
}

/** A label that must stay as it is, with explanations of its abbreviations. */
export function SpelledOut({ text }: { text: string }) {
  return text.split(/(\s+)/).map((word, at) => {
    const meaning = meanings[word]
    return meaning === undefined ? (
      word
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the words of a text never change their order
      <abbr key={at} title={meaning()} style={{ textDecoration: 'none' }}>
        {word}
      </abbr>
    )
  })
}

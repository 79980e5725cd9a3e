/** A text that is broken between words only: browsers break at the hyphen of 'Not-Working' as well. */
export const WholeWords = ({ text }: { text: string }) =>
  text.split(/(\S*-\S*)/).map((part, at) =>
    part.includes('-') ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name, and keep their order
      <span key={at} data-whole>
        {part}
      </span>
    ) : (
      part
    ),
  )

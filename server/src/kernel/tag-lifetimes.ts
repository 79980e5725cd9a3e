/** The tables of tag numbers; their type is that of `lifetimes`. */
export const tagLifetimes = {
  tag_blocks: {
    ...({ grows: 'reserved tag numbers', keep: 'always', end: 'kept', at: 'id', mostGb: 1 } as const),
    why: 'who has which numbers',
  },
  void_tags: {
    ...({ grows: 'spoilt labels', keep: 'always', end: 'kept', mostGb: 1 } as const),
    why: 'a void number is never used again',
  },
} as const

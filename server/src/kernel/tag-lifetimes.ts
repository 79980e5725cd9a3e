/** Tables of tags that do not grow with use; their place in `bounded`. */
export const boundedTags = {
  'number series of tags and label printers, at most 100 of each': ['printers', 'tag_series'],
  'handhelds, at most 1,000': ['handhelds'],
  'tagging drives': ['tagging_drives', 'tagging_people'],
}

/** The tables of tag numbers, labels and tagging drives; their type is that of `lifetimes`. */
export const tagLifetimes = {
  tag_blocks: {
    ...({ grows: 'reserved tag numbers', keep: 'always', end: 'kept', at: 'id', mostGb: 1 } as const),
    why: 'who has which numbers',
  },
  void_tags: {
    ...({ grows: 'spoilt labels', keep: 'always', end: 'kept', mostGb: 1 } as const),
    why: 'a void number is never used again',
  },
  tag_associations: {
    ...({ grows: 'tags put on assets in tagging drives', keep: 'always', end: 'kept', mostGb: 5 } as const),
    why: 'who put which tag on which asset',
  },
  tag_checks: {
    ...({ grows: 'checks of tags by a second person', keep: 'always', end: 'kept', mostGb: 1 } as const),
    why: 'evidence of the quality of a tagging drive',
  },
  tagging_exceptions: {
    ...({ grows: 'assets that could not be tagged', keep: 'always', end: 'kept', mostGb: 1 } as const),
    why: 'why an asset has no tag',
  },
  print_jobs: {
    ...({ grows: 'print jobs', keep: 'always', end: 'kept', at: 'id', mostGb: 1 } as const),
    why: 'their labels name them',
  },
  print_labels: {
    ...({ grows: 'labels sent to printers', keep: 'always', end: 'kept', mostGb: 5 } as const),
    why: 'a number is not printed a second time',
  },
} as const

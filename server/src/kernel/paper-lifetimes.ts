/** The tables of papers and of outcomes of inventories; their type is that of `lifetimes`. */
export const paperLifetimes = {
  inventory_follow_ups: {
    ...({ grows: 'items under investigation', at: 'inventory_id', keep: 'always', end: 'kept' } as const),
    ...({ mostGb: 1 } as const),
    why: 'what became of a discrepancy after approval',
  },
  papers: {
    ...({
      grows: 'files attached to records',
      at: 'uploaded_at',
      keep: 'always',
      end: 'kept',
      mostGb: 2,
    } as const),
    why: 'invoices and manuals; `forgetPapers` deletes those without a record a day later',
  },
  paper_links: {
    ...({ grows: 'records that a file is attached to', keep: 'always', end: 'kept', mostGb: 2 } as const),
    why: 'which records a paper belongs to',
  },
  paper_uploads: {
    ...({
      grows: 'uploads of papers',
      keep: { days: 1 },
      end: 'deleted',
      until: 'expires_at',
      mostGb: 1,
    } as const),
    why: 'the limit of a day; an upload is completed within a day, or never',
  },
  paper_chunks: {
    ...({
      grows: 'uploads of papers',
      keep: { days: 1 },
      end: 'deleted',
      endedBy: 'endRows',
      mostGb: 1,
    } as const),
    why: 'deleted with their upload',
  },
} as const

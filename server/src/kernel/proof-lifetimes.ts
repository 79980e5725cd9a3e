/** The tables that prove the ledger; their type is that of `lifetimes`. */
export const sealLifetimes = {
  ledger_seals: {
    ...({ grows: 'entries of the ledger, 60 bytes for each', keep: 'always', end: 'kept' } as const),
    ...({ at: 'sealed_at', mostGb: 60, why: 'proof that the ledger was not changed' } as const),
  },
  ledger_redactions: {
    ...({ grows: 'entries from which personal data was removed', keep: 'always', end: 'kept' } as const),
    ...({ mostGb: 5, why: 'such an entry stays provable' } as const),
  },
} as const

export const certificateLifetimes = {
  certificates: {
    ...({ grows: 'approved inventories', keep: 'always', end: 'kept', at: 'id', mostGb: 10 } as const),
    why: 'proof of a verification',
  },
  certificate_signatures: {
    ...({ grows: 'signatures of certificates', keep: 'always', end: 'kept', at: 'id', mostGb: 1 } as const),
    why: 'proof of a verification',
  },
  certificate_links: {
    ...({ grows: 'links for custodians', keep: { days: 3 }, end: 'deleted', until: 'expires_at' } as const),
    ...({ mostGb: 1, why: 'an expired link opens nothing' } as const),
  },
} as const

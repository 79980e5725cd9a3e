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

import { z } from 'zod'

export const sealVariables = {
  LEDGER_KEY_FILE: z.string().optional(),
  SEALS_DIR: z.string().optional(),
}

type Environment = z.infer<z.ZodObject<typeof sealVariables>>

/** Where the key of the seals is, if it is not derived from `SECRET`, and where seals leave the machine. */
export const sealsOf = ({ LEDGER_KEY_FILE, SEALS_DIR }: Environment) => ({
  ledgerKeyFile: LEDGER_KEY_FILE,
  sealsDir: SEALS_DIR,
})

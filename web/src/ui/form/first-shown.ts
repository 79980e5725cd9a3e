import { useState } from 'react'

/** A record as it was when the form opened: its version is the one that was edited, whatever others save meanwhile. */
export const useFirstShown = <T>(record: T): T => useState(record)[0]

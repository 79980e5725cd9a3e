import { useState } from 'react'

/**
 * The record as it was when the form opened. Its version is the edited one, whatever others save meanwhile.
 */
export const useFirstShown = <T>(record: T): T => useState(record)[0]

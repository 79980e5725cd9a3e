/** The request header by which a handheld says which one it is. */
export const handheldHeader = 'x-handheld'

/** In the address that is given to a handheld once, behind `#`, so that no server sees it. */
export const handheldFragment = 'handheld'

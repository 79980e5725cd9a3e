import classes from './form.module.css'

/** What a select takes whose choices do not all fit. */
export const longList = { withScrollArea: false, classNames: { options: classes.options ?? '' } } as const

/** For links to one inventory: they keep the city but not the dates of the report. */
export const keepCity = ({ location }: { location?: string }) => (location === undefined ? {} : { location })

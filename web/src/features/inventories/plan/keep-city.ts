/** For links to one inventory: the dates of the report are no part of it, the city is. */
export const keepCity = ({ location }: { location?: string }) => (location === undefined ? {} : { location })

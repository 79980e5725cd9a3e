/** The person kept the values of the other person, so there is nothing left to save. */
export class TheirsKept extends Error {}

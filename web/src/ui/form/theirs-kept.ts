/** The person kept what somebody else saved, so there is nothing left to save. */
export class TheirsKept extends Error {}

/** How long a browser can skip the second step of a log-in. */
export const rememberedDays = 30

/** The six readers of the demo have this password, so that the demo can play them; production refuses the demo. */
export const demoReaderPassword = 'atsr_demo'
